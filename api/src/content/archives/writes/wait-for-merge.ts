import { setTimeout as delay } from 'node:timers/promises';

import { WRITE_WAIT_SECONDS } from '@carrel/shared/contract';

import type { Database } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { writesOf } from './write-repository.ts';

/** Requests that wait in this process, and those of one organization. One more is accepted without waiting. */
const WAITING_MAX = { process: 128, organization: 32 } as const;
const POLL_MILLISECONDS = { first: 20, most: 250 } as const;

/** How a merge ended: undefined where it has not. */
export type Merged = { status: string; error: string | null } | undefined;

/**
 * Returns a function that waits for the merge of an archive, for as long as the request wants (`Prefer: wait=`,
 * RFC 7240), while its caller is there and until the server stops.
 */
export function createMergeWaiting({
  database,
  draining,
}: Pick<Dependencies, 'database' | 'draining'>): (
  c: ApiContext,
  archiveId: string,
) => Promise<Merged> {
  const waiting = new Map<string, number>();
  let total = 0;
  return async (c, archiveId) => {
    const { id: organizationId } = c.get('organization');
    const count = waiting.get(organizationId) ?? 0;
    if (total >= WAITING_MAX.process || count >= WAITING_MAX.organization) return undefined;
    total += 1;
    waiting.set(organizationId, count + 1);
    try {
      return await poll(database, organizationId, archiveId, {
        until: performance.now() + waitSeconds(c) * 1000,
        signal: AbortSignal.any([c.req.raw.signal, draining]),
      });
    } finally {
      total -= 1;
      const left = (waiting.get(organizationId) ?? 1) - 1;
      if (left === 0) waiting.delete(organizationId);
      else waiting.set(organizationId, left);
    }
  };
}

function waitSeconds(c: ApiContext): number {
  const wanted = /(?:^|[,;\s])wait=(\d{1,4})/.exec(c.req.header('Prefer') ?? '')?.[1];
  return wanted === undefined
    ? WRITE_WAIT_SECONDS.default
    : Math.min(Number(wanted), WRITE_WAIT_SECONDS.max);
}

async function poll(
  database: Database,
  organizationId: string,
  archiveId: string,
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<Merged> {
  let milliseconds: number = POLL_MILLISECONDS.first;
  while (performance.now() < until && !signal.aborted) {
    const state = await database.read(organizationId, (tx) =>
      writesOf(tx, organizationId).state(archiveId),
    );
    if (state === undefined || state.status !== 'pending') return state;
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
    milliseconds = Math.min(milliseconds * 1.5, POLL_MILLISECONDS.most);
  }
  return undefined;
}
