import { cellText, oneLine, type BlockWriter } from '../blocks/block-writer.ts';
import { rtfTable, type CellShape, type RtfRow } from './rtf-table.ts';

interface Level {
  /** Where the text of the cell goes that is open. */
  cell: BlockWriter;
  cells: string[];
  rows: RtfRow[];
}

/** Tables in tables that are kept apart. */
const LEVELS_MAX = 8;
/** Numbers have letters or digits; `o` is a bullet. */
const BULLET = /^(?:[^\p{L}\p{N}]*|\s*o\s*)$/u;

/** A run of paragraphs and tables: the document, a note, a header. */
export class RtfStory {
  readonly #writer: BlockWriter;
  /** Whether a row is defined and not yet ended: what is in it is in a table. */
  isRowOpen = false;
  readonly #levels: Level[] = [];
  readonly #notes: string[] = [];
  #marker: string | undefined;

  constructor(writer: BlockWriter) {
    this.#writer = writer;
  }

  get writer(): BlockWriter {
    return this.#levels.at(-1)?.cell ?? this.#writer;
  }

  /** Adds text at a level of tables; 0 is outside of them. */
  text(text: string, level: number): void {
    if (text.trim() !== '' || level > 0) this.#enter(level);
    this.writer.verbatim(text);
  }

  /** Whether the paragraph that is open has no text. */
  get isEmpty(): boolean {
    return this.writer.isLineEmpty;
  }

  lineBreak(): void {
    this.writer.lineBreak();
  }

  setMarker(text: string): void {
    this.#marker = text;
  }

  /** Adds text that follows the paragraph. */
  addNote(text: string): void {
    if (text !== '') this.#notes.push(text);
  }

  endParagraph(heading: number | undefined, depth: number, level: number): void {
    if (level === 0) this.#closeTo(0);
    const marker = this.#marker;
    this.#marker = undefined;
    if (marker === undefined || heading !== undefined) {
      if (marker !== undefined && !BULLET.test(marker)) this.writer.prepend(`${oneLine(marker)} `);
      this.writer.flush(heading);
    } else {
      this.writer.flushItem(depth, BULLET.test(marker) ? '-' : oneLine(marker));
    }
    if (this.#levels.length === 0) this.#writeNotes();
  }

  endCell(level: number): void {
    this.#enter(Math.max(1, level));
    this.#closeTo(Math.max(1, level));
    const open = this.#levels.at(-1);
    if (open === undefined) return;
    this.#marker = undefined;
    open.cell.flush();
    open.cells.push(cellText(open.cell.blocks));
    open.cell = this.#writer.separate();
  }

  endRow(level: number, shapes: readonly CellShape[], left: number): void {
    if (this.#levels.length < Math.max(1, level)) return;
    this.#closeTo(Math.max(1, level));
    const open = this.#levels.at(-1);
    if (open === undefined) return;
    open.rows.push({ cells: open.cells, shapes, left });
    open.cells = [];
  }

  /** Writes what is open. */
  end(): void {
    this.endParagraph(undefined, 0, this.#levels.length);
    this.#closeTo(0);
    this.#writer.flush();
    this.#writeNotes();
  }

  /** The whole text on one line. */
  line(): string {
    this.end();
    return cellText(this.#writer.blocks);
  }

  #enter(given: number): void {
    const level = Math.min(given, LEVELS_MAX);
    this.#closeTo(level);
    while (this.#levels.length < level) {
      if (this.#levels.length === 0) this.#writer.flush();
      const cell = this.#writer.separate();
      this.#levels.push({ cell, cells: [], rows: [] });
    }
  }

  /** Ends the tables that are deeper than a level. */
  #closeTo(level: number): void {
    while (this.#levels.length > level) {
      const closed = this.#levels.pop();
      if (closed === undefined) return;
      closed.cell.flush();
      // A row that does not end is one all the same.
      if (closed.cells.length > 0) closed.rows.push({ cells: closed.cells, shapes: [], left: 0 });
      this.writer.flush();
      this.writer.push({ kind: 'table', text: rtfTable(closed.rows) });
      for (const block of closed.cell.blocks) this.writer.push(block);
      if (this.#levels.length === 0) this.#writeNotes();
    }
  }

  #writeNotes(): void {
    for (const note of this.#notes.splice(0)) this.#writer.push({ kind: 'paragraph', text: note });
  }
}
