import type { Database, Queryable } from '../database.ts';
import { PartitioningRefused } from './partitioning-refused.ts';
import { untilLocked } from '../migrations/lock-tables.ts';

/**
 * Runs a transaction again where it did not get its locks in time.
 * @throws {PartitioningRefused} where all tries failed.
 */
export async function inTime<T>(
  database: Database,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const done = await untilLocked(async () => ({ result: await database.transaction(work) }));
  if (done !== undefined) return done.result;
  throw new PartitioningRefused(
    'The tables are too busy to be locked: run it again later. It continues then.',
  );
}
