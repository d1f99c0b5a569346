/** Every random choice of a test comes from it. FAULT_SEED tries another one. */
export const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_121);

/** Numbers from 0 to below 1, the same ones for the same seed. */
export function random(seed: number = SEED): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
