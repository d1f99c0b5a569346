import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { isMet, ratioOf } from './bench-row.ts';
import type { BenchGroup, BenchRow } from './bench-row.ts';
import { plot } from './plot.ts';

const REPORTS = path.resolve(import.meta.dirname, '../../../docs/reports');
const FIGURES = path.join(REPORTS, 'benchmarks');

/** The raw figures of a group, stored in `docs/reports/benchmarks/<group>.json`. */
export interface Measured {
  date: string;
  machine: string;
  rows: BenchRow[];
}

export const machine = (): string =>
  `${os.cpus().length} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}, load average ${os.loadavg()[0]?.toFixed(1)} of the machine, the bench's own included`;

/** Formats a value with three significant digits. */
function figure(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = Number.isInteger(value) ? String(value) : value.toFixed(digits);
  return unit === '' ? text : `${text} ${unit}`.replace(' /', '/').replace(' %', ' %');
}

function goalOf({ goal, against, unit }: BenchRow): string {
  if (goal === undefined) return '';
  const text = (value: number) => (against === undefined ? figure(value, unit) : `${value}x`);
  return 'atMost' in goal ? `≤ ${text(goal.atMost)}` : `≥ ${text(goal.atLeast)}`;
}

function cells(row: BenchRow): string[] {
  const ratio = ratioOf(row);
  const met = isMet(row);
  return [
    row.what,
    figure(row.value, row.unit),
    ratio === undefined ? '' : `${ratio.toFixed(2)}x`,
    row.against === undefined ? '' : `${row.against.what}: ${figure(row.against.value, row.unit)}`,
    goalOf(row),
    met === undefined ? '' : met ? 'met' : 'missed',
  ];
}

const HEADS = ['what', 'figure', 'ratio', 'against', 'goal', ''];

/** Returns the rows as a Markdown table; one that is padded is readable as text. */
export function table(rows: readonly BenchRow[], isPadded = true): string {
  const lines = [HEADS, ...rows.map(cells)];
  const widths = HEADS.map((_, column) =>
    isPadded ? Math.max(3, ...lines.map((line) => (line[column] ?? '').length)) : 3,
  );
  const text = ([first, ...others]: string[][]) =>
    [first ?? [], widths.map((width) => '-'.repeat(width)), ...others]
      .map(
        (line) =>
          `| ${line.map((cell, at) => (isPadded ? cell.padEnd(widths[at] ?? 0) : cell)).join(' | ')} |`,
      )
      .join('\n');
  return text(lines);
}

/** Stores the figures of a group, and replaces the earlier ones. */
export async function storeFigures(name: string, rows: BenchRow[]): Promise<void> {
  const measured: Measured = {
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    rows,
  };
  await mkdir(FIGURES, { recursive: true });
  await writeFile(path.join(FIGURES, `${name}.json`), `${JSON.stringify(measured, null, 2)}\n`);
}

async function readFigures(name: string): Promise<Measured | undefined> {
  const text = await readFile(path.join(FIGURES, `${name}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Measured);
}

/** Writes `docs/reports/benchmarks.md` from the stored figures of every group. */
export async function writeReport(groups: Record<string, BenchGroup>): Promise<void> {
  const sections = await Promise.all(
    Object.entries(groups).map(async ([name, { title, method }]) => {
      const measured = await readFigures(name);
      if (measured === undefined) return '';
      const drawn = plot(measured.rows);
      if (drawn !== undefined) await writeFile(path.join(FIGURES, `${name}.svg`), drawn);
      const picture =
        drawn === undefined ? '' : `\n![How far each goal is](benchmarks/${name}.svg)\n`;
      return `\n## ${title}\n\n${method}\n\nMeasured on ${measured.date}: ${measured.machine}.\n\n${table(measured.rows, false)}\n${picture}`;
    }),
  );
  const head = `# Benchmarks

Written by \`npx -y pnpm@12 bench [group...]\`; the raw figures are in [benchmarks](benchmarks). Where a row has a ratio, both sides were measured interleaved in the same run. Figures of different runs are not comparable to within 15 %; two commits are compared in one run by \`npx -y pnpm@12 bench --compare <ref> [group...]\`. In the charts, a bar that ends at the line reaches its goal, and one of twice that length is at twice the limit.
`;
  await writeFile(path.join(REPORTS, 'benchmarks.md'), head + sections.join(''));
}
