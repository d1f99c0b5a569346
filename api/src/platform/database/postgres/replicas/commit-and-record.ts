import type { PoolClient } from 'pg';

import { parseLogPosition } from '../../replicas/log-position.ts';
import { commit, run } from '../run-statements.ts';
import type { CommittedPositions } from './committed-positions.ts';
import { POSITION } from './primary-log.ts';

/** Beyond every replica: what cannot be placed is read from the primary. */
const UNKNOWN = 2n ** 64n - 1n;

/** Returns a COMMIT that leaves its position to the request that commits, in the same round trip. */
export function commitAndRecord(
  positions: CommittedPositions,
): (client: PoolClient) => Promise<void> {
  return async (client) => {
    if (!positions.isWanted()) return commit(client);
    const steps = [
      commit(client),
      run<{ position: string }>(client, `SELECT ${POSITION} AS position`),
    ] as const;
    // Both must have ended before the connection returns to the pool.
    const [, position] = await Promise.allSettled(steps);
    await steps[0];
    const [row] = position.status === 'fulfilled' ? position.value : [];
    positions.record(parseLogPosition(row?.position ?? '') ?? UNKNOWN);
  };
}
