/** What a spreadsheet takes for a formula at the beginning of a cell, behind apostrophes or not. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Returns a cell that no spreadsheet calculates: an apostrophe is put before what looks like a formula. */
export const neutralized = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Returns the text that `neutralized` was given. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** Returns records as CSV (RFC 4180), neutralized, with a byte order mark, without which Excel misreads UTF-8. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  const lines = records.map((cells) => cells.map((cell) => asCell(neutralized(cell))).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

const asCell = (text: string) =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
