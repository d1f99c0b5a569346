import { setTimeout } from 'node:timers/promises';

import { Contention, StatementRefused } from '../database-error.ts';
import type { Queryable } from '../queryable.ts';

/**
 * For at most this long do requests wait behind a change of the catalog: less than the second after which
 * PostgreSQL looks for deadlocks, and would end a request of theirs.
 */
const LOCK_MILLISECONDS = 900;
const PAUSE_MILLISECONDS = 300;
const TRIES = 300;
/** PostgreSQL's code for a statement that took longer than its timeout. */
const CANCELLED = '57014';

type LockMode = 'ACCESS EXCLUSIVE' | 'SHARE ROW EXCLUSIVE';

/**
 * Locks tables at once, which are in the order in which requests and jobs lock them: those that began before the
 * first lock end meanwhile, and others wait for it with nothing locked. @throws {StatementRefused} after 900 ms.
 */
export async function lockTables(
  tx: Queryable,
  tables: readonly string[],
  mode: LockMode = 'ACCESS EXCLUSIVE',
): Promise<void> {
  const setStatementTimeout = (milliseconds: number) =>
    tx.query(`SELECT set_config('statement_timeout', $1, true)`, [`${milliseconds}ms`]);
  await setStatementTimeout(LOCK_MILLISECONDS);
  await tx.query(`LOCK TABLE ${tables.join(', ')} IN ${mode} MODE`);
  await setStatementTimeout(0);
}

/**
 * Runs a transaction again where it did not get its locks in time, or was chosen to end a deadlock. Returns
 * undefined where all tries failed.
 */
export async function untilLocked<T>(
  transaction: () => Promise<T>,
  { tries = TRIES } = {},
): Promise<T | undefined> {
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isTooSlow = error instanceof StatementRefused && error.code === CANCELLED;
      if (!isTooSlow && !(error instanceof Contention)) throw error;
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
  return undefined;
}
