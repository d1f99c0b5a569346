/** The seed of every random choice of the tests. FAULT_SEED overrides it. */
export const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_121);

/** Returns a generator of numbers in [0, 1), the same sequence for the same seed. */
export function random(seed: number = SEED): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
