const BUCKETS = [0.01, 0.05, 0.1, 0.3, 1, 5, 30];

/** Figures of this process, in the text format of Prometheus. */
export interface Metrics {
  observe(method: string, status: number, seconds: number): void;
  /** Adds to a counter, whose labels are put in as they are: they must not come from outside unchecked. */
  add(counter: string, labels: Record<string, string>, amount: number): void;
  render(gauges: readonly Gauge[]): string;
}

/** What stands at this moment, by its labels as they are written: `state="failed"`, or nothing. */
export interface Gauge {
  name: string;
  help: string;
  type?: 'gauge' | 'counter';
  values: readonly (readonly [labels: string, value: number])[];
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const counters = new Map<string, Map<string, number>>();
  const buckets = BUCKETS.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    observe: (method, status, seconds) => {
      const key = `method="${method}",status="${status}"`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
      for (const [index, bound] of BUCKETS.entries()) {
        if (seconds <= bound) buckets[index] = (buckets[index] ?? 0) + 1;
      }
      count += 1;
      sum += seconds;
    },
    add: (counter, labels, amount) => {
      const series = counters.get(counter) ?? new Map<string, number>();
      counters.set(counter, series);
      const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
      const key = pairs.length === 0 ? counter : `${counter}{${pairs.join(',')}}`;
      series.set(key, (series.get(key) ?? 0) + amount);
    },
    render: (gauges) => {
      const memory = process.memoryUsage();
      const lines = [
        '# TYPE carrel_http_requests_total counter',
        ...[...requests].map(([key, value]) => `carrel_http_requests_total{${key}} ${value}`),
        '# TYPE carrel_http_request_seconds histogram',
        ...BUCKETS.map(
          (bound, index) =>
            `carrel_http_request_seconds_bucket{le="${bound}"} ${buckets[index] ?? 0}`,
        ),
        `carrel_http_request_seconds_bucket{le="+Inf"} ${count}`,
        `carrel_http_request_seconds_sum ${sum}`,
        `carrel_http_request_seconds_count ${count}`,
        ...[...counters].flatMap(([counter, series]) => [
          `# TYPE ${counter} counter`,
          [...series].map(([key, value]) => `${key} ${value}`).join('\n'),
        ]),
        `process_resident_memory_bytes ${memory.rss}`,
        `nodejs_heap_used_bytes ${memory.heapUsed}`,
        `process_uptime_seconds ${process.uptime()}`,
        ...gauges.flatMap(({ name, help, type = 'gauge', values }) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...values.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`),
        ]),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}
