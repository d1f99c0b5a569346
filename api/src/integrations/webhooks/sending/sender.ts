import { randomUUID } from 'node:crypto';

import { untilReadable } from '../../../platform/database/late-reads.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { attemptDelivery, type AttemptResult } from './attempt.ts';
import {
  claimDeliveries,
  dueEndpoints,
  type ClaimedDelivery,
  type DueEndpoint,
} from './claim-deliveries.ts';
import { inFlightOf } from './in-flight.ts';
import { recordResults, type Recording, type SentDelivery } from './record-results.ts';

/** Requests at the same time: to one webhook, of one organization, and in one process. */
const MAX = { endpoint: 8, organization: 16, all: 256 } as const;
/** When deliveries are retried, in seconds after their first attempt. */
export const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const TIMEOUT_MILLISECONDS = 15_000;
/** An attempt that could begin no sooner after its claim is left to others. */
const BEGIN_MILLISECONDS = 30_000;
const STOP_MILLISECONDS = 3000;

export interface SenderOptions extends Omit<Recording, 'schedule'> {
  outgoing: Outgoing;
  schedule?: readonly number[];
  timeoutMilliseconds?: number;
}

/** Sends what waits to webhooks. */
export interface WebhookSender {
  /** Sends what is due, as far as there is room. Calls while it looks are one. */
  pump(): Promise<void>;
  /** Begins no further request, and cuts off those that take longer than some seconds. */
  stop(): Promise<void>;
}

/**
 * Returns what sends deliveries to webhooks. Organizations are served one after the other, those first that
 * were served longest ago; what one can have in flight is limited, so that receivers that do not respond keep
 * only their own organization waiting.
 */
export function createSender({
  outgoing,
  schedule = RETRY_SECONDS,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
  ...dependencies
}: SenderOptions): WebhookSender {
  const { database, queue, log } = dependencies;
  const recording = { ...dependencies, schedule };
  const inFlight = inFlightOf(queue);
  /** Deliveries of each organization and webhook that are sent or recorded. */
  const counts = new Map<string, number>();
  const countsOfWebhooks = new Map<string, number>();
  /** When each organization was served last. */
  const served = new Map<string, number>();
  const sending = new Set<Promise<void>>();
  let turns = 0;
  let isStopped = false;

  const count = ({ organizationId, endpointId }: ClaimedDelivery, by: number) => {
    add(counts, organizationId, by);
    add(countsOfWebhooks, endpointId, by);
  };

  const results = createBatches<SentDelivery>(async (sent) => {
    await recordResults(recording, sent).catch((error: unknown) => {
      // The claims expire, and the deliveries are sent once more.
      if (!isStopped) log.error('record webhook deliveries', error);
    });
  });

  const send = async (
    delivery: ClaimedDelivery,
    { claimed, isReadable }: { claimed: number; isReadable: Promise<void> | undefined },
  ) => {
    const request = inFlight.begin(delivery.endpointId);
    const { signal } = request;
    await isReadable;
    const at = new Date(delivery.claimedAt.getTime() + performance.now() - claimed);
    const result = await attemptDelivery(outgoing, delivery, { at, signal, timeoutMilliseconds })
      .catch((error: unknown): AttemptResult => {
        log.error('send to a webhook', error, { webhook_id: delivery.endpointId });
        const entry = { at: at.toISOString(), ms: 0, error: 'It could not be sent.' };
        return { end: 'failed', entry, isAway: true, isGone: false };
      })
      .finally(() => request.end());
    await results.add({ delivery, result });
    count(delivery, -1);
  };

  const claim = async (organizationId: string, endpoints: readonly DueEndpoint[]) => {
    let places = Math.min(
      MAX.organization - (counts.get(organizationId) ?? 0),
      MAX.all - sending.size,
    );
    const rooms = endpoints
      .map(({ id }) => ({ endpointId: id, inFlight: countsOfWebhooks.get(id) ?? 0 }))
      .toSorted((one, other) => one.inFlight - other.inFlight)
      .flatMap((endpoint) => {
        const own = Math.min(MAX.endpoint - endpoint.inFlight, places);
        places -= Math.max(0, own);
        return own > 0 ? [{ ...endpoint, places: own }] : [];
      });
    if (rooms.length === 0) return 0;
    const watch = inFlight.watch();
    const claimedAt = performance.now();
    try {
      const claimed = await claimDeliveries(database, organizationId, rooms, randomUUID());
      // A receiver reads what it is told of, which may be on a replica.
      const isReadable = claimed.length > 0 ? untilReadable(database) : undefined;
      const isLate = performance.now() - claimedAt > BEGIN_MILLISECONDS;
      for (const delivery of claimed) {
        count(delivery, 1);
        const isLeft = isStopped || isLate || watch.isRevoked(delivery.endpointId);
        const sent = isLeft
          ? results.add({ delivery, result: { end: 'cut' } }).then(() => count(delivery, -1))
          : send(delivery, { claimed: claimedAt, isReadable });
        const done = sent.finally(() => {
          sending.delete(done);
          void pump();
        });
        sending.add(done);
      }
      return claimed.length;
    } finally {
      watch.end();
    }
  };

  const look = async () => {
    const full = [...counts].flatMap(([id, own]) => (own >= MAX.organization ? [id] : []));
    if (sending.size >= MAX.all) return;
    const due = Map.groupBy(
      await dueEndpoints(database, full),
      ({ organizationId }) => organizationId,
    );
    for (const id of served.keys()) if (!due.has(id)) served.delete(id);
    const organizations = [...due].toSorted(
      ([one], [other]) => (served.get(one) ?? 0) - (served.get(other) ?? 0),
    );
    for (const [organizationId, endpoints] of organizations) {
      if (isStopped || sending.size >= MAX.all) return;
      served.set(organizationId, (turns += 1));
      await claim(organizationId, endpoints);
    }
  };

  const looks = createBatches<undefined>(async () => {
    if (isStopped) return;
    await look().catch((error: unknown) => {
      if (!isStopped) log.error('look for webhook deliveries', error);
    });
  });
  const pump = () => looks.add(undefined);

  return {
    pump,
    stop: async () => {
      isStopped = true;
      const timer = setTimeout(() => inFlight.cutAll(), STOP_MILLISECONDS);
      await looks.idle();
      while (sending.size > 0) await Promise.all(sending);
      clearTimeout(timer);
    },
  };
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}

/** Passes items to `work`, one batch at a time: those that are added meanwhile are the next batch. */
function createBatches<Item>(work: (items: Item[]) => Promise<void>) {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();
  return {
    /** Resolves once the batch of the item is done. */
    add: (item: Item): Promise<void> => {
      waiting.push(item);
      next ??= current.then(() => {
        const batch = waiting;
        waiting = [];
        next = undefined;
        current = work(batch);
        return current;
      });
      return next;
    },
    idle: () => next ?? current,
  };
}
