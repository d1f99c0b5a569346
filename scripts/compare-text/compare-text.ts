import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { readFile } from '@carrel/api/extraction';

import { plainTables } from './plain-sheets.ts';
import { plainText } from './plain-text.ts';
import { rowsUnderHeadings } from './rows-under-headings.ts';

// `pnpm compare-text <folder> [--list] [--ending=docx]` reads each file below a folder twice, with the
// server's reader and by plain means, and prints by kind how many of the words the server's reader has.
// `--list` names each file below 97 %, with words that it lacks.

/** Share of words from which on a file counts as read. */
const GOOD = 0.97;
/** Files with fewer words say little. */
const WORDS_MIN = 5;

interface Kind {
  files: number;
  failed: number;
  shares: number[];
  rows: number;
  good: number;
  sheets: number;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say which folder to compare.');
const lists = options.includes('--list');
const only = options.find((option) => option.startsWith('--ending='))?.slice('--ending='.length);

/** Letters of scripts without spaces between words are words. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]]+/gv;

const wordsOf = (text: string) => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

const kinds = new Map<string, Kind>();
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
  const ending = path.extname(name).slice(1).toLowerCase();
  if (only !== undefined && ending !== only) continue;
  await compareFile(path.join(folder, name), name, ending);
}
say('kind   files  failed  compared  >= 97 %  median');
for (const [ending, { files, failed, shares, ...sheets }] of kinds) {
  const sorted = shares.toSorted((a, b) => a - b);
  const good = sorted.filter((share) => share >= GOOD).length;
  const median = sorted[sorted.length >> 1];
  const part = sorted.length === 0 ? '' : ` (${percent(good / sorted.length)})`;
  say(
    `${ending.padEnd(6)} ${String(files).padStart(5)}  ${String(failed).padStart(6)}  ${String(sorted.length).padStart(8)}  ${good}${part}  ${median === undefined ? '' : percent(median)}`,
  );
  if (sheets.rows > 0) {
    const share = percent(sheets.good / sheets.rows);
    say(
      `       ${share} of ${sheets.rows} rows in ${sheets.sheets} tables stand under their headings`,
    );
  }
}

async function compareFile(file: string, name: string, ending: string): Promise<void> {
  let bytes: Buffer;
  let plain: string | undefined;
  try {
    bytes = readFileSync(file);
    plain = plainText(bytes, ending, file);
  } catch {
    return;
  }
  if (plain === undefined || wordsOf(plain).length < WORDS_MIN) return;
  const kind = kinds.get(ending) ?? {
    files: 0,
    failed: 0,
    shares: [],
    rows: 0,
    good: 0,
    sheets: 0,
  };
  kinds.set(ending, kind);
  kind.files += 1;
  const started = performance.now();
  let lines: string[];
  try {
    const { blocks, properties } = await readFile(Uint8Array.from(bytes), path.basename(name));
    lines = [...blocks.map(({ text }) => text), ...properties.map(([, value]) => String(value))];
  } catch (error) {
    kind.failed += 1;
    if (lists) say(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  const seconds = (performance.now() - started) / 1000;
  if (lists && seconds > 5) say(`SLOW ${name}: ${seconds.toFixed(1)} s`);
  compareWords(kind, plain, lines.join('\n'), name);
  if (/^xls[xm]$/.test(ending)) compareRows(kind, bytes, lines, name);
}

function compareWords(kind: Kind, plain: string, own: string, name: string): void {
  const words = wordsOf(plain);
  const known = new Set(wordsOf(own));
  const missing = words.filter((word) => !known.has(word));
  const share = 1 - missing.length / words.length;
  kind.shares.push(share);
  if (lists && share < GOOD) {
    say(
      `${percent(share)} ${name} ${words.length}: ${[...new Set(missing)].slice(0, 12).join(' ')}`,
    );
  }
}

function compareRows(kind: Kind, bytes: Buffer, texts: readonly string[], name: string): void {
  const tables = plainTables(bytes);
  const { rows, good, first } = rowsUnderHeadings(
    tables,
    texts.flatMap((text) => text.split('\n')),
  );
  kind.rows += rows;
  kind.good += good;
  kind.sheets += tables.length;
  if (lists && good < rows) say(`ROWS ${name} ${good} of ${rows}: ${first?.slice(0, 150) ?? ''}`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
