import type { Queue } from '../../../platform/queue.ts';

/** What this process is sending, by webhook. */
export interface InFlight {
  /**
   * To be called before deliveries are claimed. What the function that it returns says is true for webhooks
   * that were revoked since then: their deliveries must not be sent.
   */
  watch(): { isRevoked(endpointId: string): boolean; end(): void };
  /** Registers a request. The signal cuts it off. */
  begin(endpointId: string): { signal: AbortSignal; end(): void };
  /** Cuts off requests to a webhook, and begins no others while `work` commits that it is revoked. */
  revoke<T>(endpointId: string, work: () => Promise<T>): Promise<T>;
  cutAll(): void;
}

const all = new WeakMap<Queue, InFlight>();

/** Returns what is in flight of the server with this queue: its routes revoke what its sender sends. */
export function inFlightOf(queue: Queue): InFlight {
  const existing = all.get(queue);
  if (existing !== undefined) return existing;
  const created = createInFlight();
  all.set(queue, created);
  return created;
}

export function createInFlight(): InFlight {
  const requests = new Map<string, Set<AbortController>>();
  /** Webhooks that are being revoked, with how many requests do so. */
  const blocked = new Map<string, number>();
  const watches = new Set<Set<string>>();
  const cut = (endpointId: string) => {
    for (const request of requests.get(endpointId) ?? []) request.abort();
  };
  const block = (endpointId: string, by: number) => {
    const count = (blocked.get(endpointId) ?? 0) + by;
    if (count > 0) blocked.set(endpointId, count);
    else blocked.delete(endpointId);
  };
  return {
    watch: () => {
      const revoked = new Set(blocked.keys());
      watches.add(revoked);
      return {
        isRevoked: (endpointId) => revoked.has(endpointId),
        end: () => watches.delete(revoked),
      };
    },
    begin: (endpointId) => {
      const request = new AbortController();
      const own = requests.get(endpointId) ?? new Set();
      requests.set(endpointId, own.add(request));
      return {
        signal: request.signal,
        end: () => {
          own.delete(request);
          if (own.size === 0 && requests.get(endpointId) === own) requests.delete(endpointId);
        },
      };
    },
    revoke: async (endpointId, work) => {
      block(endpointId, 1);
      for (const revoked of watches) revoked.add(endpointId);
      cut(endpointId);
      try {
        return await work();
      } finally {
        block(endpointId, -1);
      }
    },
    cutAll: () => {
      for (const endpointId of requests.keys()) cut(endpointId);
    },
  };
}
