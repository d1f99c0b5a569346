import type { Queryable } from '../../platform/database/database.ts';

/** Rows in a batch. */
export interface BatchBounds {
  first: number;
  most: number;
}

/** About the longest time of a batch: requests to the embedded database wait for it. */
const BATCH_MILLISECONDS = 30;
/** In smaller batches, the overhead of the transaction dominates. */
const LEAST = 50;

/**
 * Goes through rows in the order of their paths, in batches, each in a transaction. A slow batch is
 * followed by a smaller one. `work` returns the last path of its batch, undefined after the last batch.
 */
export async function inBatches(
  { first, most }: BatchBounds,
  from: string,
  transaction: (
    work: (tx: Queryable) => Promise<string | undefined>,
  ) => Promise<string | undefined>,
  work: (tx: Queryable, after: string, size: number) => Promise<string | undefined>,
): Promise<void> {
  let size = first;
  for (let after: string | undefined = from; after !== undefined;) {
    const start: string = after;
    let took = 0;
    after = await transaction(async (tx) => {
      const began = performance.now();
      const last = await work(tx, start, size);
      took = performance.now() - began;
      return last;
    });
    if (took > BATCH_MILLISECONDS) size = Math.min(size, Math.max(LEAST, Math.floor(size / 2)));
    else if (took < BATCH_MILLISECONDS / 2) size = Math.min(most, size * 2);
  }
}
