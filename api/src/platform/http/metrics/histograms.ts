/** A distribution of values, in the text format of Prometheus. */
export interface Histogram {
  name: string;
  help: string;
  /** The upper bounds of its buckets, ascending; one without a bound is added. */
  bounds: readonly number[];
}

interface Series {
  /** Values up to each bound. */
  counts: number[];
  count: number;
  sum: number;
}

/** The histograms of a process, each with a series for each set of labels. */
export class Histograms {
  readonly #histograms = new Map<string, { histogram: Histogram; series: Map<string, Series> }>();

  /** Adds `times` equal values. `labels` are as in the text format: `state="failed"`. */
  record(histogram: Histogram, labels: string, value: number, times: number): void {
    const { bounds, name } = histogram;
    const { series } = this.#histograms.get(name) ?? { series: new Map<string, Series>() };
    this.#histograms.set(name, { histogram, series });
    const of = series.get(labels) ?? { counts: bounds.map(() => 0), count: 0, sum: 0 };
    series.set(labels, of);
    of.counts = of.counts.map((before, at) => before + (value <= (bounds[at] ?? 0) ? times : 0));
    of.count += times;
    of.sum += value * times;
  }

  /** Removes the series of a histogram whose labels contain `labels`. */
  forget({ name }: Histogram, labels: string): void {
    const series = this.#histograms.get(name)?.series ?? new Map<string, Series>();
    for (const key of series.keys()) if (key.includes(labels)) series.delete(key);
  }

  /** Returns all histograms in the text format. */
  lines(): string[] {
    const lines: string[] = [];
    for (const { histogram, series } of this.#histograms.values()) {
      const { name, help, bounds } = histogram;
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} histogram`);
      for (const [labels, { counts, count, sum }] of series) {
        const others = labels === '' ? '' : `${labels},`;
        const own = labels === '' ? '' : `{${labels}}`;
        for (const [at, bound] of bounds.entries()) {
          lines.push(`${name}_bucket{${others}le="${bound}"} ${counts[at] ?? 0}`);
        }
        lines.push(
          `${name}_bucket{${others}le="+Inf"} ${count}`,
          `${name}_sum${own} ${sum}`,
          `${name}_count${own} ${count}`,
        );
      }
    }
    return lines;
  }
}
