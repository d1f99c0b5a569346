import { TEXT_MAX } from '../blocks/block.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { emptySheet, type SheetRow } from '../excel/read-sheet.ts';
import { formatNumber, formatText } from '../ooxml/number-format/format-number.ts';
import { biffRecords, RECORD, type BiffRecord } from './biff-records.ts';
import { SheetObjects } from './sheet-objects.ts';
import { stringAt, type BinaryWorkbook } from './workbook-records.ts';

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
};
const ROW_HIDDEN = 0x20;

/** Reads the cells of a sheet, and what is drawn on it. */
export class SheetRecords {
  readonly sheet = emptySheet();
  readonly objects: SheetObjects;
  readonly #workbook: BinaryWorkbook;
  readonly #rows = new Map<number, SheetRow>();
  readonly #hiddenRows = new Set<number>();
  #length = 0;
  /** The cell of the formula whose text is in one of the next records. */
  #formula: { row: number; column: number; style: number } | undefined;

  constructor(workbook: BinaryWorkbook, stream: Buffer, offset: number) {
    this.#workbook = workbook;
    this.objects = new SheetObjects(workbook);
    for (const record of biffRecords(stream, offset)) {
      if (record.depth === 1) this.#add(record);
      this.objects.add(record);
    }
    this.sheet.rows = [...this.#rows.values()].toSorted((a, b) => a.number - b.number);
    for (const row of this.sheet.rows) {
      row.isHidden = this.#hiddenRows.has(row.number);
      sortCells(row);
    }
  }

  #add(record: BiffRecord): void {
    const { type, data } = record;
    switch (type) {
      case RECORD.sharedLabel:
        this.#cell(data, this.#textOf(this.#workbook.strings[data.readUInt32LE(6)], data));
        break;
      case RECORD.label:
      case RECORD.richString:
        this.#cell(data, this.#textOf(stringAt(this.#workbook, record, 6, 2), data));
        break;
      case RECORD.number:
        this.#cell(data, this.#numberText(data.readDoubleLE(6), data.readUInt16LE(4)));
        break;
      case RECORD.rk:
        this.#cell(data, this.#numberText(rkValue(data, 6), data.readUInt16LE(4)));
        break;
      case RECORD.multipleRk:
        this.#addNumbers(data);
        break;
      case RECORD.boolean:
        this.#cell(data, booleanOrError(data.readUInt8(6), data.readUInt8(7) === 1));
        break;
      case RECORD.formula:
        this.#addFormula(data);
        break;
      case RECORD.string:
        if (this.#formula === undefined) break;
        this.#put(
          this.#formula.row,
          this.#formula.column,
          formatText(stringAt(this.#workbook, record, 0, 2), this.#code(this.#formula.style)),
        );
        this.#formula = undefined;
        break;
      case RECORD.row:
        if ((data.readUInt16LE(12) & ROW_HIDDEN) !== 0 || data.readUInt16LE(6) === 0) {
          this.#hiddenRows.add(data.readUInt16LE(0) + 1);
        }
        break;
      case RECORD.header:
      case RECORD.footer:
        if (data.length > 1)
          this.sheet.headers.push(
            stringAt(this.#workbook, record, 0, this.#workbook.isUnicode ? 2 : 1),
          );
        break;
      case RECORD.columns:
        this.#addColumns(data);
        break;
      case RECORD.merges:
        this.#addMerges(data);
        break;
    }
  }

  #addNumbers(data: Buffer): void {
    const first = data.readUInt16LE(2);
    for (let at = 4; at + 8 <= data.length; at += 6) {
      const text = this.#numberText(rkValue(data, at + 2), data.readUInt16LE(at));
      this.#put(data.readUInt16LE(0), first + (at - 4) / 6, text);
    }
  }

  #addFormula(data: Buffer): void {
    const [row, column, style] = [0, 2, 4].map((at) => data.readUInt16LE(at));
    this.#formula = undefined;
    if (data.readUInt16LE(12) !== 0xffff) {
      this.#cell(data, this.#numberText(data.readDoubleLE(6), style ?? 0));
      return;
    }
    const kind = data.readUInt8(6);
    if (kind === 0) this.#formula = { row: row ?? 0, column: column ?? 0, style: style ?? 0 };
    else if (kind < 3) this.#cell(data, booleanOrError(data.readUInt8(8), kind === 2));
  }

  #addColumns(data: Buffer): void {
    const isHidden = (data.readUInt16LE(8) & 1) !== 0 || data.readUInt16LE(4) === 0;
    if (!isHidden) return;
    const last = Math.min(data.readUInt16LE(2), 255);
    for (let column = data.readUInt16LE(0); column <= last; column += 1) {
      this.sheet.hiddenColumns.add(column);
    }
  }

  #addMerges(data: Buffer): void {
    for (let at = 2; at + 8 <= data.length; at += 8) {
      this.sheet.merges.push({
        top: data.readUInt16LE(at) + 1,
        bottom: data.readUInt16LE(at + 2) + 1,
        left: data.readUInt16LE(at + 4),
        right: data.readUInt16LE(at + 6),
      });
    }
  }

  #cell(data: Buffer, text: string): void {
    this.#put(data.readUInt16LE(0), data.readUInt16LE(2), text);
  }

  #put(row: number, column: number, text: string): void {
    if (text.trim() === '') return;
    this.#length += text.length;
    if (this.#length > TEXT_MAX) throw new UnreadableDocument(reasons.tooMuchText());
    let cells = this.#rows.get(row);
    if (cells === undefined) {
      cells = { number: row + 1, isHidden: false, columns: [], texts: [] };
      this.#rows.set(row, cells);
    }
    cells.columns.push(column);
    cells.texts.push(text);
  }

  #code(style: number): string {
    return this.#workbook.formats[style] ?? 'General';
  }

  #textOf(text: string | undefined, data: Buffer): string {
    return formatText(text ?? '', this.#code(data.readUInt16LE(4)));
  }

  #numberText(value: number, style: number): string {
    return Number.isFinite(value)
      ? formatNumber(value, this.#code(style), this.#workbook.is1904)
      : '';
  }
}

/** A number of 30 bits: whole or the first half of a double, and maybe a hundred times too large. */
function rkValue(data: Buffer, at: number): number {
  const bits = data.readInt32LE(at);
  let value = bits >> 2;
  if ((bits & 2) === 0) {
    const double = Buffer.alloc(8);
    double.writeInt32LE(bits & ~3, 4);
    value = double.readDoubleLE(0);
  }
  return (bits & 1) === 0 ? value : value / 100;
}

function booleanOrError(value: number, isError: boolean): string {
  if (isError) return ERRORS[value] ?? '#N/A';
  return value === 0 ? 'FALSE' : 'TRUE';
}

/** The last cell of a column is what the sheet shows. */
function sortCells(row: SheetRow): void {
  if (row.columns.every((column, at) => column > (row.columns[at - 1] ?? -1))) return;
  const cells = new Map(row.columns.map((column, at) => [column, row.texts[at] ?? '']));
  const sorted = [...cells].toSorted(([a], [b]) => a - b);
  row.columns = sorted.map(([column]) => column);
  row.texts = sorted.map(([, text]) => text);
}
