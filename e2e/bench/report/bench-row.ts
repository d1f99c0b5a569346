export type Unit = 'ms' | 's' | 'KiB' | 'MiB' | '/s' | '%' | '';

/** One line of the benchmarks. Every figure is one that a higher or a lower value of can be wished for. */
export interface BenchRow {
  what: string;
  /** The median where it was measured several times. */
  value: number;
  unit: Unit;
  /** What it is measured against in the same run: a ratio holds on any machine, a figure does not. */
  against?: { what: string; value: number };
  /** What to reach: of the ratio where there is a comparator, of the value otherwise. */
  goal?: { atMost: number } | { atLeast: number };
  /** Every single measurement, in the order it was taken. */
  samples?: number[];
}

/** A part of the benchmarks that is measured alone: one file, one function, its rows. */
export interface BenchGroup {
  title: string;
  /** How it was measured, in a sentence or two. */
  method: string;
  measure: () => Promise<BenchRow[]>;
}

/** The figure of a row over its comparator's; undefined where there is none. */
export const ratioOf = ({ value, against }: BenchRow): number | undefined =>
  against === undefined ? undefined : value / against.value;

/** Whether a row reaches its goal; undefined where it has none. */
export function isMet(row: BenchRow): boolean | undefined {
  if (row.goal === undefined) return undefined;
  const reached = ratioOf(row) ?? row.value;
  return 'atMost' in row.goal ? reached <= row.goal.atMost : reached >= row.goal.atLeast;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};
