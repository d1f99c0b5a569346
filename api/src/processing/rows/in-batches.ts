import type { Queryable } from '../../platform/database/database.ts';
import { measureHeld } from '../../platform/database/held-time.ts';
import { BatchSize, ELAPSED_MILLISECONDS, type BatchBounds } from './batch-size.ts';

export type { BatchBounds } from './batch-size.ts';

/**
 * Goes through rows in the order of their paths, in batches, each in a transaction. A slow batch is
 * followed by a smaller one. `work` returns the last path of its batch, undefined after the last batch.
 */
export async function inBatches(
  bounds: BatchBounds,
  from: string,
  transaction: (
    work: (tx: Queryable) => Promise<string | undefined>,
  ) => Promise<string | undefined>,
  work: (tx: Queryable, after: string, size: number) => Promise<string | undefined>,
): Promise<void> {
  const size = new BatchSize(bounds);
  for (let after: string | undefined = from; after !== undefined;) {
    const start: string = after;
    after = await transaction((tx) =>
      measuredBatch(size, async (rows) => ({ result: await work(tx, start, rows), rows })),
    );
  }
}

/** Runs one batch within a transaction. `work` gets how many rows it may have, and returns how many it had. */
export async function measuredBatch<T>(
  size: BatchSize,
  work: (rows: number) => Promise<{ result: T; rows: number }>,
): Promise<T> {
  const began = performance.now();
  const { result: done, held } = await measureHeld(() => work(size.rows));
  if (held === undefined) size.note(done.rows, performance.now() - began, ELAPSED_MILLISECONDS);
  else size.note(done.rows, held);
  return done.result;
}
