import { setTimeout } from 'node:timers/promises';

import type { Database, Queryable } from '../database.ts';
import { Contention } from '../database-error.ts';

/** At most this long do requests wait behind a change of the catalog. */
const LOCK_MILLISECONDS = 2000;
const WAIT_MILLISECONDS = 500;
const ATTEMPTS = 200;

/** Runs a transaction again where it did not get its locks in time, or was chosen to end a deadlock. */
export async function retried<T>(
  database: Database,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(async (tx) => {
        await tx.query(`SELECT set_config('lock_timeout', $1, true)`, [`${LOCK_MILLISECONDS}ms`]);
        return work(tx);
      });
    } catch (error) {
      if (!(error instanceof Contention) || attempt === ATTEMPTS) throw error;
      await setTimeout(WAIT_MILLISECONDS);
    }
  }
}
