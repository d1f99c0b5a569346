import type { PoolClient } from 'pg';

import { parseLogPosition } from '../../replicas/log-position.ts';
import { commit, run } from '../run-statements.ts';
import type { NotedPositions } from './noted-position.ts';
import { POSITION } from './primary-log.ts';

/** Beyond every replica: what cannot be placed is read from the primary. */
const UNKNOWN = 2n ** 64n - 1n;

/** Returns a COMMIT that leaves its position to the request that commits, in the same round trip. */
export function commitAndNote(notes: NotedPositions): (client: PoolClient) => Promise<void> {
  return async (client) => {
    if (!notes.isWanted()) return commit(client);
    const steps = [
      commit(client),
      run<{ position: string }>(client, `SELECT ${POSITION} AS position`),
    ] as const;
    // Both must have ended before the connection returns to the pool.
    const [, position] = await Promise.allSettled(steps);
    await steps[0];
    const [row] = position.status === 'fulfilled' ? position.value : [];
    notes.note(parseLogPosition(row?.position ?? '') ?? UNKNOWN);
  };
}
