/** Upper ends of the classes in which searches are counted, in milliseconds. Slower ones are in one more. */
export const SEARCH_TIME_BOUNDS = [
  1, 2, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000,
] as const;

const CLASSES = SEARCH_TIME_BOUNDS.length + 1;

/** Counts no search. */
export const noTimes = (): number[] => Array<number>(CLASSES).fill(0);

/** Returns the place of a search that took this long. */
export function timeClassOf(milliseconds: number): number {
  const place = SEARCH_TIME_BOUNDS.findIndex((bound) => milliseconds <= bound);
  return place === -1 ? CLASSES - 1 : place;
}

/** Returns the bound that 95 of 100 searches kept; the highest one if they did not. */
export function p95Of(times: readonly number[]): number {
  const all = times.reduce((sum, count) => sum + count, 0);
  let within = 0;
  for (const [place, bound] of SEARCH_TIME_BOUNDS.entries()) {
    within += times[place] ?? 0;
    if (within >= all * 0.95) return bound;
  }
  return SEARCH_TIME_BOUNDS.at(-1) ?? 0;
}
