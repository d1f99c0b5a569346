import { TEXT_MAX } from '../blocks/block.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { readOoxml } from '../ooxml/ooxml-xml.ts';
import type { Attributes } from '../xml/xml-reader.ts';
import { cellText, unescaped, type Workbook } from './cell-text.ts';

export interface SheetRow {
  number: number;
  isHidden: boolean;
  /** Columns of the cells that hold something, from 0, and their texts. */
  columns: number[];
  texts: string[];
}

export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface Sheet {
  rows: SheetRow[];
  merges: Range[];
  hiddenColumns: Set<number>;
  drawings: string[];
  /** Codes of what is printed above and below it. */
  headers: string[];
  /** Formulas whose value was not stored. */
  withoutValue: number;
  /** Pictures and records of other services in cells, which older programs show as errors. */
  richValues: number;
  /** Buttons and fields on the sheet, whose text is not read. */
  controls: Set<string>;
}

export const emptySheet = (): Sheet => ({
  rows: [],
  merges: [],
  hiddenColumns: new Set(),
  drawings: [],
  headers: [],
  withoutValue: 0,
  richValues: 0,
  controls: new Set(),
});

export const COLUMNS_MAX = 16_384;
const ROWS_MAX = 1_048_576;

/** Reads a sheet as a stream: of its XML nothing but the texts of cells is kept. */
export function readSheet(bytes: Uint8Array, workbook: Workbook): Sheet {
  const sheet = emptySheet();
  let row: SheetRow = { number: 0, isHidden: false, columns: [], texts: [] };
  let cell: Attributes = {};
  let column = -1;
  let value = '';
  let hasFormula = false;
  let captures = false;
  let hints = 0;
  let headerKinds: RegExp | undefined;
  let length = 0;
  const addCell = () => {
    const text = cellText(workbook, cell['t'], cell['s'], value);
    if (value === '' && hasFormula) sheet.withoutValue += 1;
    if (cell['t'] === 'e' && cell['vm'] !== undefined) {
      sheet.richValues += 1;
      return;
    }
    if (value === '' || text.trim() === '') return;
    row.columns.push(column);
    row.texts.push(text);
    length += text.length;
    if (length > TEXT_MAX) throw new UnreadableDocument(reasons.tooMuchText());
  };
  readOoxml(bytes, {
    open(name, attributes) {
      if (headerKinds?.test(name) === true) {
        captures = true;
        value = '';
      }
      switch (name) {
        case 'x:c':
          cell = attributes;
          column = columnOf(attributes['r']) ?? column + 1;
          value = '';
          hasFormula = false;
          break;
        case 'x:v':
          captures = true;
          break;
        case 'x:t':
          captures = hints === 0;
          break;
        case 'x:f':
          hasFormula = true;
          break;
        case 'x:rPh':
          hints += 1;
          break;
        case 'x:row':
          row = rowOf(attributes, row.number + 1);
          column = -1;
          break;
        case 'x:col':
          hideColumns(sheet.hiddenColumns, attributes);
          break;
        case 'x:mergeCell': {
          const range = rangeOf(attributes['ref']);
          if (range !== undefined) sheet.merges.push(range);
          break;
        }
        case 'x:control':
          sheet.controls.add(attributes['shapeId'] ?? '');
          break;
        case 'x:headerFooter':
          headerKinds = headersShown(attributes);
          break;
        case 'x:drawing':
          sheet.drawings.push(attributes['r:id'] ?? '');
          break;
      }
    },
    text(text) {
      if (captures) value += text;
    },
    close(name) {
      if (headerKinds?.test(name) === true) {
        captures = false;
        sheet.headers.push(unescaped(value));
      } else if (name === 'x:headerFooter') headerKinds = undefined;
      else if (name === 'x:v' || name === 'x:t') captures = false;
      else if (name === 'x:rPh') hints -= 1;
      else if (name === 'x:c' && column < COLUMNS_MAX) addCell();
      else if (name === 'x:row' && row.columns.length > 0) sheet.rows.push(row);
    },
  });
  if (sheet.rows.some(({ number }, at) => number < (sheet.rows[at - 1]?.number ?? 0))) {
    sheet.rows.sort((a, b) => a.number - b.number);
  }
  return sheet;
}

function headersShown({ differentFirst, differentOddEven }: Attributes): RegExp {
  const kinds = ['odd'];
  if (['1', 'true'].includes(differentOddEven ?? '')) kinds.push('even');
  if (['1', 'true'].includes(differentFirst ?? '')) kinds.push('first');
  return new RegExp(`^x:(?:${kinds.join('|')})(?:Header|Footer)$`);
}

function rowOf({ r, hidden, ht }: Attributes, next: number): SheetRow {
  const number = Number(r);
  return {
    number: number >= 1 && number <= ROWS_MAX ? number : next,
    isHidden: hidden === '1' || hidden === 'true' || ht === '0',
    columns: [],
    texts: [],
  };
}

function hideColumns(hidden: Set<number>, attributes: Attributes): void {
  if (!['1', 'true'].includes(attributes['hidden'] ?? '') && attributes['width'] !== '0') return;
  const last = Math.min(COLUMNS_MAX, Number(attributes['max']));
  for (let column = Math.max(1, Number(attributes['min'])); column <= last; column += 1)
    hidden.add(column - 1);
}

/** Returns the column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  let column = 0;
  for (const letter of reference ?? '') {
    const value = letter.toUpperCase().charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column === 0 ? undefined : column - 1;
}

function rangeOf(reference: string | undefined): Range | undefined {
  const [first, last = first] = (reference ?? '').replaceAll('$', '').split(':');
  const left = columnOf(first);
  const right = columnOf(last);
  const [top = 0, bottom = 0] = [first, last].map((cell) => Number(/\d+$/.exec(cell ?? '')?.[0]));
  if (left === undefined || right === undefined || !(top >= 1 && bottom >= top)) return undefined;
  return { top, left, bottom, right: Math.min(right, COLUMNS_MAX - 1) };
}
