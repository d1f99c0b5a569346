import type { Block } from '../blocks/block.ts';

/** Splits text into paragraphs at its blank lines. */
export function readPlainText(text: string): Block[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*?(?=\S|[^\S\n]+\S|$)/)
    .map((paragraph) => paragraph.trimEnd().replace(/^\n+/, ''))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ kind: 'paragraph', text: paragraph }));
}

/** Reads comma-, semicolon-, tab- or bar-separated rows as lines of one table. */
export function readCsv(text: string): Block[] {
  const lines = csvRows(text, csvDelimiter(text))
    .map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()))
    .map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(' | '))
    .filter((line) => line !== '');
  return lines.length === 0 ? [] : [{ kind: 'table', text: lines.join('\n') }];
}

/** Returns the delimiter that is most frequent in the first lines. */
function csvDelimiter(text: string): string {
  const head = text
    .split(/\r\n?|\n/, 10)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((delimiter) => head.split(delimiter).length);
  const most = Math.max(...counts);
  return [',', ';', '\t', '|'][counts.indexOf(most)] ?? ',';
}

function csvRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (character === delimiter) {
      row.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += character;
  }
  rows.push([...row, cell]);
  return rows;
}
