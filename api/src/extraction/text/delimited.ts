import type { Block } from '../blocks/block.ts';
import { splitRows } from './delimited-rows.ts';

/** Delimiters, and by how much each is preferred: commas are also in numbers and sentences. */
const DELIMITERS: readonly [delimiter: string, preference: number][] = [
  ['\t', 0.12],
  [';', 0.08],
  ['|', 0.06],
  [',', 0],
];
/** What of a file shows how it is delimited. */
const HEAD_LENGTH = 64 * 1024;

/** Reads rows that are separated by commas, semicolons, tabs or bars as lines of one table. */
export function readDelimited(text: string, ending: string): Block[] {
  const declared = /^\s*"?sep=(.)"?[ \t]*(?:\r\n?|\n)/i.exec(text);
  const body = declared === null ? text : text.slice(declared[0].length);
  const delimiter = declared?.[1] ?? delimiterOf(body, ending);
  const lines = splitRows(body, delimiter)
    .map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()))
    .map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | '))
    .filter((line) => line !== '');
  return lines.length === 0 ? [] : [{ kind: 'table', text: lines.join('\n') }];
}

function delimiterOf(text: string, ending: string): string {
  if ((ending === 'tsv' || ending === 'tab') && text.includes('\t')) return '\t';
  const head = headOf(text);
  let best = { delimiter: ',', score: 0 };
  for (const [delimiter, preference] of DELIMITERS) {
    if (!head.includes(delimiter)) continue;
    const score = consistency(splitRows(head, delimiter)) + preference;
    if (score > best.score + 1e-9) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Returns the first lines; the last one only where it is whole. */
function headOf(text: string): string {
  if (text.length <= HEAD_LENGTH) return text;
  const end = text.lastIndexOf('\n', HEAD_LENGTH);
  return text.slice(0, end > 0 ? end : HEAD_LENGTH);
}

/** Returns the part of the rows that have the most frequent number of cells, of those with several. */
function consistency(rows: readonly string[][]): number {
  const counts = new Map<number, number>();
  let all = 0;
  for (const row of rows) {
    if (row.length === 1 && row[0]?.trim() === '') continue;
    all += 1;
    if (row.length > 1) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  }
  return all === 0 ? 0 : Math.max(0, ...counts.values()) / all;
}
