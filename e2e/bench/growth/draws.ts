/** A number from 0 to 1, 1 excluded. */
export type Random = () => number;

/**
 * Returns draws that are the same for the same seed (the generator mulberry32). Consecutive draws are independent
 * enough for Box and Muller's transform, unlike those of the fault tests' generator.
 */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns `count` sizes of a log-normal distribution with a mean near `mean`. With `sigma` 0 all are equal. */
export function logNormalSizes(
  random: Random,
  { count, mean, sigma }: { count: number; mean: number; sigma: number },
): number[] {
  return Array.from({ length: count }, () => {
    // Box and Muller's transform.
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return mean * Math.exp(sigma * normal - sigma ** 2 / 2);
  });
}

/** Returns the sizes, scaled so that they add up to `total`. */
export function scaledTo(sizes: readonly number[], total: number): number[] {
  const sum = sizes.reduce((added, size) => added + size, 0);
  return sizes.map((size) => (size * total) / sum);
}
