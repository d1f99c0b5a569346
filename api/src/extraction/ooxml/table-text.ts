export interface TableCell {
  text: string;
  /** Columns that it covers. */
  span: number;
  /** Whether it belongs to the cell above it. */
  continues: boolean;
}

const COLUMNS_MAX = 1000;

/** Places the cells of rows in columns; a label that spans rows is repeated in each. */
export function gridOf(rows: readonly (readonly TableCell[])[]): string[][] {
  let above: string[] = [];
  return rows.map((cells) => {
    const row: string[] = [];
    for (const { text, span, continues } of cells) {
      row.push(continues ? (above[row.length] ?? '') : text);
      for (let more = 1; more < span && row.length < COLUMNS_MAX; more += 1) row.push('');
    }
    above = row;
    return row;
  });
}

/** Returns rows as one line each; empty cells are kept, but those at the end of a row. */
export function tableText(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => cells.map(oneLine))
    .map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | '))
    .filter((line) => line !== '')
    .join('\n');
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
