import type { Database, Queryable } from '../database.ts';
import { DatabaseRefused } from '../database-error.ts';
import { untilLocked } from '../migrations/lock-tables.ts';

/**
 * Runs a transaction again where it did not get its locks in time.
 * @throws {DatabaseRefused} where all tries failed.
 */
export async function inTime<T>(
  database: Database,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const done = await untilLocked(async () => ({ result: await database.transaction(work) }));
  if (done !== undefined) return done.result;
  throw new DatabaseRefused(
    'The tables are too busy to be locked: run it again later. It continues then.',
  );
}
