/** Characters of the longest cell in quotes that has line breaks; of spreadsheets, 32,767. */
const CELL_MAX = 100_000;

/** Returns the rows of delimited text. A quote that nothing closes is a character like others. */
export function splitRows(text: string, delimiter: string): string[][] {
  const quotes = quotesOf(text, delimiter);
  const rows: string[][] = [];
  let row: string[] = [];
  let start = 0;
  let quoted: string | undefined;
  const endCell = (end: number) => {
    row.push(quoted ?? text.slice(start, end));
    quoted = undefined;
    start = end + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === delimiter) endCell(at);
    else if (character === '\n' || character === '\r') {
      endCell(at);
      if (character === '\r' && text.charAt(at + 1) === '\n') {
        at += 1;
        start = at + 1;
      }
      rows.push(row);
      row = [];
    } else if (character === '"' && quoted === undefined && isBlank(text, start, at)) {
      const end = quotes.closing(at);
      if (end === undefined) continue;
      quoted = text.slice(at + 1, end).replaceAll('""', '"');
      at = end;
    }
  }
  endCell(text.length);
  rows.push(row);
  return rows;
}

/** Spaces before a quote; more than these are text. */
const isBlank = (text: string, start: number, end: number) =>
  end - start <= 8 && text.slice(start, end).trim() === '';

/** A number of quotes in a row. */
interface Run {
  at: number;
  length: number;
  /** Whether it ends a cell: an odd number of quotes, with a delimiter or a line end behind. */
  isClosing: boolean;
}

/**
 * Finds the quote that closes one that opens a cell. Between them, quotes are doubled; within one line also
 * others are accepted, as programs write them that do not double them.
 */
function quotesOf(text: string, delimiter: string) {
  const runs: Run[] = [];
  for (let at = text.indexOf('"'); at >= 0;) {
    let end = at;
    while (text.charAt(end) === '"') end += 1;
    let after = end;
    while (after - end < 8 && text.charAt(after) === ' ') after += 1;
    const next = text.charAt(after);
    const endsCell = next === '' || next === delimiter || next === '\n' || next === '\r';
    runs.push({ at, length: end - at, isClosing: endsCell });
    at = text.indexOf('"', end);
  }
  const nextOdd = nearest(runs, ({ length }) => length % 2 === 1);
  const nextClosing = nearest(runs, ({ length, isClosing }) => isClosing && length % 2 === 1);
  let current = 0;
  let lineEnd = -1;
  return {
    closing(at: number): number | undefined {
      while ((runs[current]?.at ?? Infinity) < at) current += 1;
      const opening = runs[current];
      if (opening === undefined) return undefined;
      if (opening.length % 2 === 0 && opening.isClosing) return at + opening.length - 1;
      const isOpen = opening.length % 2 === 1;
      if (!isOpen) return undefined;
      const odd = runs[nextOdd[current + 1] ?? -1];
      const end = odd === undefined ? undefined : odd.at + odd.length - 1;
      if (odd?.isClosing === true && end !== undefined && end - at < CELL_MAX) return end;
      if (lineEnd < at) lineEnd = text.indexOf('\n', at);
      if (lineEnd < 0) lineEnd = text.length;
      const closing = runs[nextClosing[current + 1] ?? -1];
      if (closing === undefined || closing.at > lineEnd) return undefined;
      return closing.at + closing.length - 1;
    },
  };
}

/** Returns for each place the first run from there on that is of a kind. */
function nearest(runs: readonly Run[], isKind: (run: Run) => boolean): (number | undefined)[] {
  const found: (number | undefined)[] = [];
  let last: number | undefined;
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const run = runs[at];
    if (run !== undefined && isKind(run)) last = at;
    found[at] = last;
  }
  return found;
}
