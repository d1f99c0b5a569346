import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { codePageDecoder } from '../compound/code-pages.ts';
import { builtInFormat } from '../ooxml/number-format/built-in-formats.ts';
import { biffRecords, RECORD, type BiffRecord } from './biff-records.ts';
import { BiffText } from './biff-text.ts';

export interface SheetEntry {
  name: string;
  /** Where in the stream it begins. */
  offset: number;
  isHidden: boolean;
}

/** What the sheets of a workbook share. */
export interface BinaryWorkbook {
  /** Whether strings are Unicode: from Excel 97. */
  isUnicode: boolean;
  is1904: boolean;
  decode: (bytes: Uint8Array) => string;
  strings: string[];
  /** Format codes by the number of a cell's style. */
  formats: string[];
  sheets: SheetEntry[];
}

const UNICODE = 0x600;
const WESTERN = 1252;

/** Reads the first part of a workbook. @throws {UnreadableDocument} where it is encrypted. */
export function readWorkbook(stream: Buffer): BinaryWorkbook {
  const workbook: BinaryWorkbook = {
    isUnicode: stream.readUInt16LE(4) >= UNICODE,
    is1904: false,
    decode: codePageDecoder(WESTERN),
    strings: [],
    formats: [],
    sheets: [],
  };
  const codes = new Map<number, string>();
  const styles: number[] = [];
  for (const record of biffRecords(stream, 0)) {
    const { type, data } = record;
    if (type === RECORD.filePass) throw new UnreadableDocument(reasons.password('document'));
    else if (type === RECORD.codePage) workbook.decode = codePageDecoder(data.readUInt16LE(0));
    else if (type === RECORD.date1904) workbook.is1904 = data.readUInt16LE(0) === 1;
    else if (type === RECORD.xf) styles.push(data.readUInt16LE(2));
    else if (type === RECORD.sheet) workbook.sheets.push(sheetEntry(workbook, record));
    else if (type === RECORD.sharedStrings) workbook.strings = sharedStrings(record);
    else if (type === RECORD.format) {
      codes.set(data.readUInt16LE(0), stringAt(workbook, record, 2, workbook.isUnicode ? 2 : 1));
    }
  }
  workbook.formats = styles.map((id) => codes.get(id) ?? builtInFormat(id));
  return workbook;
}

/** Returns a string of a record, in front of which its length is written in one byte or two. */
export function stringAt(
  { isUnicode, decode }: Pick<BinaryWorkbook, 'isUnicode' | 'decode'>,
  { data, more }: BiffRecord,
  at: number,
  lengthBytes: 1 | 2,
): string {
  const length = data.readUIntLE(at, lengthBytes);
  const start = at + lengthBytes;
  if (!isUnicode) return decode(data.subarray(start, start + length));
  if (length === 0) return '';
  if (lengthBytes === 2) return new BiffText([data, ...more], at).richText();
  return new BiffText([data, ...more], start + 1).characters(length, data.readUInt8(start));
}

function sheetEntry(workbook: BinaryWorkbook, record: BiffRecord): SheetEntry {
  return {
    name: stringAt(workbook, record, 6, 1),
    offset: record.data.readUInt32LE(0),
    isHidden: (record.data.readUInt8(4) & 3) !== 0,
  };
}

function sharedStrings({ data, more }: BiffRecord): string[] {
  const count = data.readUInt32LE(4);
  const text = new BiffText([data, ...more], 8);
  const strings: string[] = [];
  while (strings.length < count && !text.isAtEnd) strings.push(text.richText());
  return strings;
}
