import { buildCompound, uint16, uint32, uint8, utf16 } from './build-compound.ts';

export interface TestSheet {
  name: string;
  isHidden?: boolean;
  records: Buffer[];
}

export interface TestBook {
  /** Format codes: the first is style 0. */
  formats?: string[];
  strings?: string[];
  /** Records of the workbook in front of its sheets. */
  records?: Buffer[];
  /** The records of shared strings, in place of `strings`. */
  sharedStrings?: Buffer;
}

const UNICODE_BOOK = uint16(0x600, 5, 0, 0);
const UNICODE_SHEET = uint16(0x600, 16, 0, 0);

/** Builds a record of a workbook. */
export function record(type: number, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  return Buffer.concat([uint16(type, data.length), data]);
}

/** Builds a workbook of Excel 97, of which the sheets are records without their beginning and end. */
export function buildXls(sheets: readonly TestSheet[], book: TestBook = {}): Buffer {
  return buildCompound({ Workbook: workbookStream(sheets, book) });
}

function workbookStream(sheets: readonly TestSheet[], book: TestBook): Buffer {
  const { formats = ['General'], strings = [], records = [] } = book;
  const shared = [
    ...records,
    ...formats.map((code, at) => record(0x41e, uint16(164 + at), wideString(code))),
    ...formats.map((_, at) => record(0xe0, uint16(0, 164 + at), Buffer.alloc(16))),
    book.sharedStrings ??
      record(0xfc, uint32(strings.length, strings.length), ...strings.map(wideString)),
  ];
  const entries = (offsets: readonly number[]) =>
    sheets.map(({ name, isHidden = false }, at) =>
      record(
        0x85,
        uint32(offsets[at] ?? 0),
        uint8(isHidden ? 1 : 0, 0, name.length, 1),
        utf16(name),
      ),
    );
  const head = (offsets: readonly number[]) =>
    Buffer.concat([record(0x809, UNICODE_BOOK), ...shared, ...entries(offsets), record(0x0a)]);
  const parts = sheets.map(({ records: cells }) =>
    Buffer.concat([record(0x809, UNICODE_SHEET), ...cells, record(0x0a)]),
  );
  const offsets: number[] = [];
  let at = head([]).length;
  for (const part of parts) {
    offsets.push(at);
    at += part.length;
  }
  return Buffer.concat([head(offsets), ...parts]);
}

const wideString = (text: string) => Buffer.concat([uint16(text.length), uint8(1), utf16(text)]);

/** A cell with a shared string. */
export const textCell = (row: number, column: number, string: number, style = 0) =>
  record(0xfd, uint16(row, column, style), uint32(string));

export function numberCell(row: number, column: number, value: number, style = 0): Buffer {
  const double = Buffer.alloc(8);
  double.writeDoubleLE(value);
  return record(0x203, uint16(row, column, style), double);
}

/** A formula with the text that it gave. */
export const formulaCell = (row: number, column: number, text: string) =>
  Buffer.concat([
    record(0x06, uint16(row, column, 0), uint8(0, 0, 0, 0, 0, 0, 0xff, 0xff), Buffer.alloc(8)),
    record(0x207, wideString(text)),
  ]);

export const mergedCells = (top: number, bottom: number, left: number, right: number) =>
  record(0xe5, uint16(1, top, bottom, left, right));

export const hiddenRow = (row: number) => record(0x208, uint16(row, 0, 3, 255, 0, 0, 0x20, 0));

export const hiddenColumn = (column: number) => record(0x7d, uint16(column, column, 2048, 0, 1, 0));

/** An object on a sheet with its text: of kind 6 a text box, of kind 25 a comment. */
export const drawnText = (kind: number, id: number, text: string) =>
  Buffer.concat([
    record(0x5d, uint16(0x15, 18, kind, id), Buffer.alloc(14)),
    record(0x1b6, Buffer.alloc(10), uint16(text.length, 16), Buffer.alloc(4)),
    record(0x3c, uint8(1), utf16(text)),
    record(0x3c, Buffer.alloc(16)),
  ]);

export const commentOn = (row: number, column: number, id: number, author: string) =>
  record(0x1c, uint16(row, column, 0, id), wideString(author), uint8(0));
