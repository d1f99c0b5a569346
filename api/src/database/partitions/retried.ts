import { setTimeout } from 'node:timers/promises';

import type { Database, Queryable } from '../database.ts';
import { Contention } from '../database-error.ts';

/** A batch of rows waits for at most this long for one of them. */
const ROW_MILLISECONDS = 2000;
/**
 * A change of the catalog waits for at most this long for each of its tables, and so do the requests behind it:
 * together for less than the second after which PostgreSQL looks for deadlocks, and would end a request of theirs.
 */
export const CATALOG_MILLISECONDS = 40;
const WAIT_MILLISECONDS = 300;
const ATTEMPTS = 200;

/** Runs a transaction again where it did not get a lock in time, or was chosen to end a deadlock. */
export async function retried<T>(
  database: Database,
  work: (tx: Queryable) => Promise<T>,
  lockMilliseconds = ROW_MILLISECONDS,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(async (tx) => {
        await tx.query(`SELECT set_config('lock_timeout', $1, true)`, [`${lockMilliseconds}ms`]);
        return work(tx);
      });
    } catch (error) {
      if (!(error instanceof Contention) || attempt === ATTEMPTS) throw error;
      await setTimeout(WAIT_MILLISECONDS);
    }
  }
}
