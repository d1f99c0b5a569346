export type Unit = 'ms' | 's' | 'd' | 'KiB' | 'MiB' | 'GiB' | 'TiB' | '/s' | '%' | '';

/** One row of the benchmarks. */
export interface BenchRow {
  what: string;
  /** The median of several measurements, if any. */
  value: number;
  unit: Unit;
  /** The comparison in the same run: ratios are comparable between machines, figures are not. */
  against?: { what: string; value: number };
  /** The goal: for the ratio where there is a comparison, otherwise for the value. */
  goal?: { atMost: number } | { atLeast: number };
  /** All measurements, in order. */
  samples?: number[];
}

/** A part of the benchmarks that can be measured separately. */
export interface BenchGroup {
  title: string;
  /** How it is measured, in a sentence or two. */
  method: string;
  measure: () => Promise<BenchRow[]>;
}

/** Returns the ratio of a row to its comparison; undefined without one. */
export const ratioOf = ({ value, against }: BenchRow): number | undefined =>
  against === undefined ? undefined : value / against.value;

/** Returns whether a row reaches its goal; undefined without a goal. */
export function isMet(row: BenchRow): boolean | undefined {
  if (row.goal === undefined) return undefined;
  const reached = ratioOf(row) ?? row.value;
  return 'atMost' in row.goal ? reached <= row.goal.atMost : reached >= row.goal.atLeast;
}

/** Returns the smallest value that `percent` % of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};
