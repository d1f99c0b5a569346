import type { Queryable } from '../database/database.ts';

/** How much one step does. */
export interface BatchBounds {
  first: number;
  most: number;
}

/** A step takes no longer than about this: whoever asks the embedded database meanwhile waits for it. */
const STEP_MILLISECONDS = 30;
/** Below this, a step's own cost is most of it. */
const LEAST = 50;

/**
 * Goes through rows in the order of their paths, step by step. Steps that take long are followed by
 * smaller ones. `work` does one, within a transaction, and gives the last path that it saw.
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
    if (took > STEP_MILLISECONDS) size = Math.min(size, Math.max(LEAST, Math.floor(size / 2)));
    else if (took < STEP_MILLISECONDS / 2) size = Math.min(most, size * 2);
  }
}
