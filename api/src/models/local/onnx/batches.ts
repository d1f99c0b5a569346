/** Tokens of a batch with its padding: about 0.2 seconds of a small model on two processors. */
const BATCH_TOKENS = 1024;
/**
 * Pairs of tokens that attention compares in a batch. Above some 400,000 its matrix is no block that the C library
 * keeps: every layer gets new memory of the system, which was measured to take ten times as long.
 */
const BATCH_PAIRS = 300_000;

/**
 * Splits texts into batches of like length, as a text is padded to the longest of its batch. Returns their positions
 * in `lengths`, which are in tokens.
 */
export function batchesOf(lengths: readonly number[], tokens = BATCH_TOKENS): number[][] {
  const order = lengths
    .map((_, at) => at)
    .toSorted((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0));
  const batches: number[][] = [];
  let longest = 0;
  for (const at of order) {
    const batch = batches.at(-1);
    const count = (batch?.length ?? 0) + 1;
    const isWithin = count * longest <= tokens && count * longest ** 2 <= BATCH_PAIRS;
    if (batch !== undefined && isWithin) batch.push(at);
    else {
      longest = Math.max(1, lengths[at] ?? 0);
      batches.push([at]);
    }
  }
  return batches;
}
