/** A record of a CSV file, and the line on which it begins, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** A file that is no CSV. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

const DELIMITERS = [',', ';', '\t'];

/**
 * Reads CSV as RFC 4180 has it: cells in double quotes may hold delimiters, line breaks and doubled quotes.
 * The delimiter is a comma, a semicolon or a tab, whichever the first line has most. Empty lines are left out.
 * @throws {CsvError} with the line, where a quote is not closed or something follows a closed one.
 */
export function parseCsv(file: string): CsvRecord[] {
  const text = file.startsWith('\uFEFF') ? file.slice(1) : file;
  const delimiter = delimiterOf(text);
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  const endRecord = () => {
    if (record.cells.length > 1 || record.cells[0] !== '') records.push(record);
  };
  for (let at = 0; ;) {
    const quoted = text[at] === '"';
    const end = quoted ? closingQuote(text, at, line) + 1 : endOfCell(text, at, delimiter);
    const cell = quoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    record.cells.push(cell);
    line += lineBreaks(cell);
    at = end;
    if (at >= text.length) {
      endRecord();
      return records;
    }
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (text[at] !== '\n' && text[at] !== '\r') {
      throw new CsvError(`Line ${line}: something follows a closing quote.`);
    }
    endRecord();
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (at >= text.length) return records;
    record = { line, cells: [] };
  }
}

const lineBreaks = (cell: string) => cell.match(/\r\n|[\r\n]/g)?.length ?? 0;

function delimiterOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') {
    at += 1;
  }
  return at;
}

/** The place of the quote that closes the one at `from`: doubled ones are part of the cell. */
function closingQuote(text: string, from: number, line: number): number {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) throw new CsvError(`Line ${line}: a quote is not closed.`);
    if (text[at + 1] !== '"') return at;
  }
}
