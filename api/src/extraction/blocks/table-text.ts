export interface TableCell {
  text: string;
  columns?: number;
  rows?: number;
}

/** As HTML limits them. */
const SPAN_MAX = { columns: 1000, rows: 65_534 } as const;
/** Characters of labels that are repeated in further rows of a table. */
const REPEATED_MAX = 2_000_000;
/** Empty cells that spans add to a table. */
const ADDED_MAX = 3_000_000;

/**
 * Returns a table as one line per row, with bars between cells. Empty cells are kept, so that each value
 * stands in its column. The label of a merged cell is in every row that it spans, in its first column.
 */
export function tableText(
  rows: readonly (readonly TableCell[])[],
  { dropsSpacers = false } = {},
): string {
  const lines = tableRows(rows);
  return (dropsSpacers ? withoutSpacers(lines) : lines)
    .map(rowText)
    .filter((line) => line !== '')
    .join('\n');
}

/** Pages space their columns with columns in which nothing is in any row. */
function withoutSpacers(lines: string[][]): string[][] {
  if (lines.length < 2) return lines;
  const used = new Set<number>();
  for (const line of lines) {
    for (const [column, text] of line.entries()) if (text !== '') used.add(column);
  }
  return lines.map((line) => line.filter((_, column) => used.has(column)));
}

/** Returns a row as a line, without the empty cells at its end. */
export function rowText(cells: readonly string[]): string {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1).join(' | ');
}

function tableRows(rows: readonly (readonly TableCell[])[]): string[][] {
  let spanning: (TableCell & { rowsLeft: number; column: number })[] = [];
  let [repeated, added] = [0, 0];
  return rows.map((cells) => {
    const line: string[] = [];
    const taken: boolean[] = [];
    // Beyond it, cells span nothing: many that span rows are looked at again in each row.
    if (added > ADDED_MAX) spanning = [];
    for (const { column, columns = 1, text } of spanning) {
      added += columns;
      for (let at = column; at < column + columns; at += 1) taken[at] = true;
      repeated += text.length;
      line[column] = repeated > REPEATED_MAX ? '' : text;
    }
    spanning = spanning
      .map((cell) => ({ ...cell, rowsLeft: cell.rowsLeft - 1 }))
      .filter(({ rowsLeft }) => rowsLeft > 0);
    let column = 0;
    for (const cell of cells) {
      while (taken[column] === true) column += 1;
      const columns = added > ADDED_MAX ? 1 : Math.min(cell.columns ?? 1, SPAN_MAX.columns);
      added += columns - 1;
      const rowsLeft = Math.min(cell.rows ?? 1, SPAN_MAX.rows) - 1;
      line[column] = cell.text;
      if (rowsLeft > 0 && added <= ADDED_MAX) spanning.push({ ...cell, columns, rowsLeft, column });
      column += columns;
    }
    return Array.from(line, (text) => text ?? '');
  });
}
