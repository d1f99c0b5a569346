/** A line of the histogram in the text format of Prometheus: a bucket with its upper bound in seconds, or the count. */
const LINE =
  /^carrel_statement_seconds_(?:bucket|count)\{work="background"(?:,le="([\d.]+)")?\} (\d+)$/gm;

/** How many statements of background work held the embedded database's connection, and how many for long. */
export interface StatementTimes {
  count: number;
  /** By the upper bound in ms. */
  within: ReadonlyMap<number, number>;
}

/** Reads what a server has counted since it started. */
export async function readStatementTimes(url: string): Promise<StatementTimes> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const within = new Map<number, number>();
  let count = 0;
  for (const [, bound, value] of text.matchAll(LINE)) {
    if (bound === undefined) count = Number(value);
    else within.set(Number(bound) * 1000, Number(value));
  }
  return { count, within };
}

/** What share of the statements between two readings took longer than a bound in ms, in %. */
export function shareAbove(bound: number, before: StatementTimes, after: StatementTimes): number {
  const count = after.count - before.count;
  const within = (after.within.get(bound) ?? 0) - (before.within.get(bound) ?? 0);
  return count === 0 ? 0 : (100 * (count - within)) / count;
}
