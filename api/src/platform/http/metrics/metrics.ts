import { Histograms, type Histogram } from './histograms.ts';

/** Metrics of this process. */
export interface Metrics {
  /** Counts one request. */
  observe(method: string, status: number, seconds: number): void;
  /** Adds to a counter. Each new combination of label values is a new series, so callers bound them. */
  add(counter: Counter, labels: Record<string, string>, amount: number): void;
  /** Adds `times` equal values to a histogram. Callers bound the series, as for `add`. */
  record(histogram: Histogram, labels: Record<string, string>, value: number, times?: number): void;
  /** Shows a gauge whose values do not change. */
  show(gauge: Gauge): void;
  /** Removes the series of a histogram that have these labels, which are beside each other in theirs. */
  forget(histogram: Histogram, labels: Record<string, string>): void;
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

const REQUEST_SECONDS: Histogram = {
  name: 'carrel_http_request_seconds',
  help: 'Time from the start of a request to its response.',
  bounds: [0.01, 0.05, 0.1, 0.3, 1, 5, 30],
};

export function createMetrics(): Metrics {
  const counters = new Map<string, { help: string; series: Map<string, number> }>();
  const constants: Gauge[] = [];
  const histograms = new Histograms();
  histograms.record(REQUEST_SECONDS, '', 0, 0);
  const add: Metrics['add'] = ({ name, help }, labels, amount) => {
    const { series } = counters.get(name) ?? { series: new Map<string, number>() };
    counters.set(name, { help, series });
    const key = labelsOf(labels);
    series.set(key, (series.get(key) ?? 0) + amount);
  };
  return {
    add,
    record: (histogram, labels, value, times = 1) => {
      histograms.record(histogram, labelsOf(labels), value, times);
    },
    show: (gauge) => constants.push(gauge),
    forget: (histogram, labels) => histograms.forget(histogram, labelsOf(labels)),
    observe: (method, status, seconds) => {
      add(REQUESTS, { method, status: String(status) }, 1);
      histograms.record(REQUEST_SECONDS, '', seconds, 1);
    },
    render: (gauges) => {
      const counted = [...counters].map(([name, { help, series }]): Gauge => {
        return { name, help, type: 'counter', values: [...series] };
      });
      const lines = [
        ...histograms.lines(),
        ...[...counted, ...constants, ...processGauges(), ...gauges].flatMap(linesOf),
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
