import { oneLine, type PlainCell, type PlainTable } from './plain-sheets.ts';

/** Lines after the last one that was found in which the next one is looked for. */
const REACH = 200;
/** Lines with the same headings that are tried: several sheets may have them. */
const TRIED_MAX = 5;

interface Found {
  good: number;
  /** The first row that was not found. */
  missing?: PlainCell[];
  end: number;
}

/** Counts the rows of plain tables, and those of them whose cells stand in our lines under their headings. */
export function rowsUnderHeadings(
  tables: readonly PlainTable[],
  lines: readonly string[],
): { rows: number; good: number; first?: string } {
  const cells = lines.map((line) => line.split(' | ').map(oneLine));
  let [rows, good, from] = [0, 0, 0];
  let first: string | undefined;
  for (const { heading, rows: below } of tables) {
    rows += below.length;
    let best: Found | undefined;
    let tried = 0;
    for (let at = from; at < cells.length && tried < TRIED_MAX; at += 1) {
      const line = cells[at] ?? [];
      if (!heading.every(({ text }) => line.includes(text ?? ''))) continue;
      tried += 1;
      const found = rowsBelow(cells, at, placesOf(heading, line), below);
      if (best === undefined || found.good > best.good) best = found;
      if (found.good === below.length) break;
    }
    good += best?.good ?? 0;
    from = best?.end ?? from;
    const missing = best === undefined ? heading : best.missing;
    first ??= missing?.map(({ column, text }) => `${column}: ${text ?? '#'}`).join(', ');
  }
  return { rows, good, ...(first !== undefined && { first }) };
}

function placesOf(heading: readonly PlainCell[], line: readonly string[]): Map<number, number> {
  let place = -1;
  return new Map(
    heading.map(({ column, text }) => {
      place = line.indexOf(text ?? '', place + 1);
      return [column, place];
    }),
  );
}

function rowsBelow(
  cells: readonly (readonly string[])[],
  heading: number,
  places: ReadonlyMap<number, number>,
  rows: readonly PlainCell[][],
): Found {
  let [good, end] = [0, heading + 1];
  let missing: PlainCell[] | undefined;
  for (const row of rows) {
    const wanted = row.filter(({ column }) => places.has(column));
    const isRow = (line: readonly string[]) =>
      wanted.every(({ column, text }) => {
        const cell = line[places.get(column) ?? -1] ?? '';
        return text === undefined ? cell !== '' : cell === text;
      });
    const found = cells.slice(end, end + REACH).findIndex(isRow);
    if (found < 0) missing ??= row;
    else {
      good += 1;
      end += found + 1;
    }
  }
  return { good, end, ...(missing !== undefined && { missing }) };
}
