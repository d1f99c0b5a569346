const BUCKETS = [0.01, 0.05, 0.1, 0.3, 1, 5, 30];

/** Metrics of this process. */
export interface Metrics {
  /** Counts one request. */
  observe(method: string, status: number, seconds: number): void;
  /** Adds to a counter. Each new combination of label values is a new series, so callers bound them. */
  add(counter: Counter, labels: Record<string, string>, amount: number): void;
  /** Returns all metrics in the text format of Prometheus. */
  render(gauges: readonly Gauge[]): string;
}

export interface Counter {
  name: string;
  help: string;
}

/** A current value for each set of labels, which are written as in the text format: `state="failed"`. */
export interface Gauge {
  name: string;
  help: string;
  type?: 'gauge' | 'counter';
  values: readonly (readonly [labels: string, value: number])[];
}

const REQUESTS: Counter = {
  name: 'carrel_http_requests_total',
  help: 'Requests, by method and status.',
};

export function createMetrics(): Metrics {
  const counters = new Map<string, { help: string; series: Map<string, number> }>();
  const buckets = BUCKETS.map(() => 0);
  let count = 0;
  let sum = 0;
  const add: Metrics['add'] = ({ name, help }, labels, amount) => {
    const { series } = counters.get(name) ?? { series: new Map<string, number>() };
    counters.set(name, { help, series });
    const key = labelsOf(labels);
    series.set(key, (series.get(key) ?? 0) + amount);
  };
  return {
    add,
    observe: (method, status, seconds) => {
      add(REQUESTS, { method, status: String(status) }, 1);
      for (const [index, bound] of BUCKETS.entries()) {
        if (seconds <= bound) buckets[index] = (buckets[index] ?? 0) + 1;
      }
      count += 1;
      sum += seconds;
    },
    render: (gauges) => {
      const counted = [...counters].map(([name, { help, series }]): Gauge => {
        return { name, help, type: 'counter', values: [...series] };
      });
      const lines = [
        '# HELP carrel_http_request_seconds Time from the start of a request to its response.',
        '# TYPE carrel_http_request_seconds histogram',
        ...BUCKETS.map(
          (bound, index) =>
            `carrel_http_request_seconds_bucket{le="${bound}"} ${buckets[index] ?? 0}`,
        ),
        `carrel_http_request_seconds_bucket{le="+Inf"} ${count}`,
        `carrel_http_request_seconds_sum ${sum}`,
        `carrel_http_request_seconds_count ${count}`,
        ...[...counted, ...processGauges(), ...gauges].flatMap(linesOf),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

function processGauges(): Gauge[] {
  const { rss, heapUsed } = process.memoryUsage();
  return [
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process.',
      values: [['', rss]],
    },
    { name: 'nodejs_heap_used_bytes', help: "Used bytes of V8's heap.", values: [['', heapUsed]] },
    {
      name: 'process_uptime_seconds',
      help: 'Time since the process started.',
      values: [['', process.uptime()]],
    },
  ];
}

function linesOf({ name, help, type = 'gauge', values }: Gauge): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...values.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`),
  ];
}

function labelsOf(labels: Record<string, string>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeValue(value)}"`)
    .join(',');
}

function escapeValue(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
