/** One figure in the text format of Prometheus. */
export interface Figure {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="([^"]*)"/g;

/** Reads what `/metrics` answers. */
export function parseMetrics(text: string): Figure[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || line.startsWith('#')) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', said = '']) => [key, said]);
    return [{ name, labels: Object.fromEntries(pairs) as Figure['labels'], value: Number(value) }];
  });
}
