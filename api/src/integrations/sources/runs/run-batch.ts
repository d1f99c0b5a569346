import type { Database, Queryable } from '../../../platform/database/database.ts';
import { BatchSize } from '../../../processing/rows/batch-size.ts';
import { measuredBatch } from '../../../processing/rows/in-batches.ts';
import { runStep, type ClaimedRun } from './claimed-run.ts';

/** Steps of a run that take many rows. */
type BatchName =
  | 'compare'
  | 'seen'
  | 'absent'
  | 'store'
  | 'unseen'
  | 'forgotten'
  | 'renamed'
  | 'plan'
  | 'move'
  | 'pending'
  | 'removals'
  | 'settle';

const BOUNDS = { first: 100, most: 1000 } as const;

/**
 * Runs a batch of a step in a transaction of its own. `work` gets how many rows it may have, and returns how many it
 * had. @throws {RunTaken}
 */
export function runBatch<T>(
  database: Database,
  run: ClaimedRun,
  name: BatchName,
  work: (tx: Queryable, rows: number) => Promise<{ result: T; rows: number }>,
): Promise<T> {
  const size = sizeOf(run, name);
  return runStep(database, run, (tx) => measuredBatch(size, (rows) => work(tx, rows)));
}

/** The same for a batch that only reads: the run may be another worker's by then. */
export function readBatch<T>(
  database: Database,
  run: ClaimedRun,
  name: BatchName,
  work: (tx: Queryable, rows: number) => Promise<{ result: T; rows: number }>,
): Promise<T> {
  const size = sizeOf(run, name);
  return database.read(run.organizationId, (tx) => measuredBatch(size, (rows) => work(tx, rows)));
}

function sizeOf({ batches }: ClaimedRun, name: BatchName): BatchSize {
  const size = batches.get(name) ?? new BatchSize(BOUNDS);
  batches.set(name, size);
  return size;
}
