/** Time that a slice is meant to take, in milliseconds: others wait for no more than it. */
const SLICE_MILLISECONDS = 500;
/** Characters of the first slice, and of any. */
const FIRST = 4000;
const MOST = 400_000;

/** Sizes of slices, by what the last ones took. */
export interface Slices {
  /** Splits off the texts of the next slice; at least one. `lengths` are in characters. */
  take(lengths: readonly number[]): number;
  record(characters: number, milliseconds: number): void;
}

/** Sizes work so that a slice takes about half a second on this machine as it is now. */
export function createSlices(): Slices {
  let size = FIRST;
  return {
    take: (lengths) => {
      let characters = 0;
      let count = 0;
      for (const length of lengths) {
        characters += length;
        if (count > 0 && characters > size) break;
        count += 1;
      }
      return count;
    },
    record: (characters, milliseconds) => {
      const fitting = (characters * SLICE_MILLISECONDS) / Math.max(1, milliseconds);
      // A single short slice says little of the next long one.
      size = Math.min(MOST, Math.max(1, Math.min(2 * size, Math.max(size / 2, fitting))));
    },
  };
}
