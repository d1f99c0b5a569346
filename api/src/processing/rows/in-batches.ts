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
    const { rows } = size;
    after = await transaction(async (tx) => {
      const began = performance.now();
      const { result: last, held } = await measureHeld(() => work(tx, start, rows));
      if (held === undefined) size.note(rows, performance.now() - began, ELAPSED_MILLISECONDS);
      else size.note(rows, held);
      return last;
    });
  }
}
