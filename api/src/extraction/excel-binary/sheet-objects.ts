import type { Block } from '../blocks/block.ts';
import { oneLine } from '../blocks/block-writer.ts';
import type { Omissions } from '../blocks/omissions.ts';
import { RECORD, type BiffRecord } from './biff-records.ts';
import { BiffText } from './biff-text.ts';
import { stringAt, type BinaryWorkbook } from './workbook-records.ts';

/** Kinds of objects on a sheet, of which the text of these is read elsewhere or not. */
const OBJECT = { picture: 8, note: 25 } as const;
const CONTROLS = new Set([7, 11, 12, 13, 14, 16, 17, 18, 19, 20]);

interface Note {
  cell: string;
  author: string;
  object: number;
  text: string;
}

/** The text boxes, comments and titles of charts on a sheet. */
export class SheetObjects {
  readonly #workbook: BinaryWorkbook;
  readonly #lines: string[] = [];
  readonly #notes: Note[] = [];
  readonly #noteTexts = new Map<number, string>();
  readonly #counts = { picture: 0, control: 0 };
  #object: { kind: number; id: number } | undefined;
  #chartLines: string[] = [];

  constructor(workbook: BinaryWorkbook) {
    this.#workbook = workbook;
  }

  add(record: BiffRecord): void {
    const { type, data, depth } = record;
    if (type === RECORD.begin && depth > 1) this.#endChart();
    else if (type === RECORD.chartText) this.#chartLines.push(this.#chartText(record));
    else if (type === RECORD.end) this.#endChart();
    else if (type === RECORD.object) this.#addObject(data);
    else if (type === RECORD.textObject) this.#addText(record);
    else if (type === RECORD.note) this.#addNote(record);
  }

  blocks(omitted: Omissions): Block[] {
    omitted.add('picture', this.#counts.picture);
    omitted.add('form_control', this.#counts.control);
    const notes = this.#notes.flatMap(({ cell, author, object, text: own }) => {
      const said = oneLine(this.#noteTexts.get(object) ?? own);
      // Excel writes the author's name at the beginning of the note.
      const isSigned = author !== '' && said.startsWith(`${author}:`);
      const text = isSigned ? said.slice(author.length + 1).trim() : said;
      const by = author === '' ? '' : ` by ${author}`;
      return text === '' ? [] : [`Comment${by} on ${cell}: ${text}`];
    });
    return [...notes, ...this.#lines]
      .filter((text) => text.trim() !== '')
      .map((text) => ({ kind: 'paragraph', text }));
  }

  #addObject(data: Buffer): void {
    this.#object = undefined;
    const isCommon = this.#workbook.isUnicode && data.length >= 8;
    if (!isCommon) return;
    const [kind, id] = [data.readUInt16LE(4), data.readUInt16LE(6)];
    this.#object = { kind, id };
    if (kind === OBJECT.picture) this.#counts.picture += 1;
    if (CONTROLS.has(kind)) this.#counts.control += 1;
  }

  #addText({ data, more }: BiffRecord): void {
    const length = data.length < 12 ? 0 : data.readUInt16LE(10);
    const flags = more[0]?.[0];
    if (length === 0 || flags === undefined) return;
    const text = new BiffText(more, 1).characters(length, flags);
    const { kind, id } = this.#object ?? { kind: 0, id: 0 };
    if (kind === OBJECT.note) this.#noteTexts.set(id, text);
    else if (!CONTROLS.has(kind)) this.#lines.push(...text.split(/[\r\n]+/).map(oneLine));
  }

  #addNote(record: BiffRecord): void {
    const { data } = record;
    const cell = `${columnName(data.readUInt16LE(2))}${data.readUInt16LE(0) + 1}`;
    if (this.#workbook.isUnicode) {
      const author = oneLine(stringAt(this.#workbook, record, 8, 2));
      this.#notes.push({ cell, author, object: data.readUInt16LE(6), text: '' });
      return;
    }
    const text = this.#workbook.decode(data.subarray(6));
    const last = this.#notes.at(-1);
    // A long note goes on in further records, which are on no cell.
    if (data.readUInt16LE(0) === 0xffff && last !== undefined) last.text += text;
    else this.#notes.push({ cell, author: '', object: -1, text });
  }

  #chartText(record: BiffRecord): string {
    return record.data.length < 4 ? '' : oneLine(stringAt(this.#workbook, record, 2, 1));
  }

  #endChart(): void {
    const lines = [...new Set(this.#chartLines)].filter((text) => text !== '');
    if (lines.length > 0) this.#lines.push(`Chart: ${lines.join('; ')}`);
    this.#chartLines = [];
  }
}

function columnName(column: number): string {
  const before = Math.floor(column / 26);
  const letter = String.fromCharCode(65 + (column % 26));
  return before === 0 ? letter : columnName(before - 1) + letter;
}
