import type { Block } from '../blocks/block.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { FieldStack } from '../word/field-stack.ts';
import { symbolText } from '../word/symbol-fonts.ts';
import { characterProperties, type CharacterProperties } from './character-properties.ts';
import { paragraphProperties, type ParagraphProperties } from './paragraph-properties.ts';
import { runAt } from './property-pages.ts';
import { pieceText, type TextPiece } from './text-pieces.ts';
import type { BinaryContext } from './word-context.ts';

/** A paragraph of a story, and what follows it: notes, comments, text boxes. */
export interface StoryParagraph {
  text: string;
  properties: ParagraphProperties;
  /** Whether it ends with the mark of a cell, and not of a paragraph. */
  endsCell: boolean;
  after: Block[];
}

// oxlint-disable-next-line no-control-regex
const PARTS = /[\0-\x08\v\f\r\x0e-\x1f]|[^\0-\x08\v\f\r\x0e-\x1f]+/g;

/** Reads a part of a document's text, without what is deleted and hidden. */
export class StoryReader {
  readonly paragraphs: StoryParagraph[] = [];
  readonly #context: BinaryContext;
  readonly #isHeader: boolean;
  readonly #fields = new FieldStack();
  #text = '';
  /** Pieces of the paragraph that are hidden unless they are shown by themselves. */
  #undecided: { at: number; text: string }[] = [];
  #after: Block[] = [];

  constructor(context: BinaryContext, isHeader: boolean) {
    this.#context = context;
    this.#isHeader = isHeader;
  }

  read(start: number, end: number): void {
    const { pieces } = this.#context;
    for (let at = pieceAt(pieces, start); at < pieces.length; at += 1) {
      const piece = pieces[at];
      if (piece === undefined || piece.start >= end) break;
      this.#readPiece(piece, Math.max(start, piece.start), Math.min(end, piece.end));
    }
    if (this.#text.trim() !== '' || this.#after.length > 0) this.#endParagraph(-1, '\r', NO_LIST);
  }

  #readPiece(piece: TextPiece, start: number, end: number): void {
    const { main, characters } = this.#context;
    const byteOf = (at: number) => piece.byte + (at - piece.start) * piece.size;
    const last = Math.min(byteOf(end), main.length);
    this.#context.left -= Math.max(0, end - start);
    if (this.#context.left < 0) throw new UnreadableDocument(reasons.tooMuchText());
    for (let byte = byteOf(start), run = runAt(characters, byte); byte < last; run += 1) {
      const { start: from = last, end: to = last, list = NO_LIST } = characters[run] ?? {};
      if (from > byte) {
        const next = evenEnd(byte, Math.min(from, last), piece.size);
        this.#readRun(piece, byte, next, piece.list);
        byte = next;
      }
      const next = evenEnd(byte, Math.min(to, last), piece.size);
      if (next > byte) {
        const all = piece.list.length === 0 ? list : Buffer.concat([list, piece.list]);
        this.#readRun(piece, byte, next, all);
      }
      byte = Math.max(byte, next);
      if (characters[run] === undefined) break;
    }
  }

  #readRun(piece: TextPiece, byte: number, end: number, list: Buffer): void {
    const properties = characterProperties(this.#context, list);
    const text = pieceText(this.#context.main, piece, byte, end);
    const first = piece.start + (byte - piece.byte) / piece.size;
    for (const { 0: part, index } of text.matchAll(PARTS)) {
      const at = first + index;
      if (part === '\r' || part === '\x07' || part === '\f') {
        if (part === '\r' && properties.isDeleted) continue;
        this.#endParagraph(piece.byte + (at - piece.start) * piece.size, part, piece.list);
      } else if (part === '\x13') this.#fields.begin(undefined);
      else if (part === '\x14') this.#fields.separate();
      else if (part === '\x15') this.#text += this.#fields.end();
      else if (!properties.isDeleted && properties.isHidden !== true) {
        this.#add(part, at, properties);
      }
    }
  }

  #add(part: string, at: number, properties: CharacterProperties): void {
    const { references } = this.#context;
    if (properties.symbol !== undefined) {
      this.#show(properties.symbol.repeat(part.length), properties);
    } else if (!this.#isHeader && references.hasOwnMark(at)) {
      this.#after.push(...references.noteAt(this.#context, at, part.trim()));
    } else if (part.length > 1 || part >= ' ' || part === '\t' || part === '\n') {
      this.#fields.instruct(part);
      this.#show(symbolText(part, properties.font), properties);
    } else this.#addMark(part, at, properties);
  }

  #addMark(mark: string, at: number, properties: CharacterProperties): void {
    const { references, omitted } = this.#context;
    if (mark === '\v' || mark === '\x0e') this.#show('\n', properties);
    else if (mark === '\x1e') this.#show('-', properties);
    else if (this.#fields.isSilent(false)) return;
    else if (mark === '\x01' && properties.isSpecial) omitted.add('picture');
    else if (this.#isHeader) return;
    else if (mark === '\x02') this.#after.push(...references.noteAt(this.#context, at, undefined));
    else if (mark === '\x05') this.#after.push(...references.commentAt(this.#context, at));
    else if (mark === '\x08') this.#after.push(...references.shapeAt(this.#context, at));
  }

  #show(text: string, { isHidden }: CharacterProperties): void {
    if (this.#fields.isSilent(this.#isHeader)) return;
    if (isHidden === undefined) this.#undecided.push({ at: this.#text.length, text });
    this.#text += text;
  }

  #endParagraph(byte: number, mark: string, list: Buffer): void {
    const properties = paragraphProperties(this.#context, byte, list);
    if (this.#context.styles.isHidden(properties.style)) {
      for (const { at, text } of this.#undecided.toReversed()) {
        this.#text = this.#text.slice(0, at) + this.#text.slice(at + text.length);
      }
    }
    this.paragraphs.push({
      text: this.#text.replaceAll('\u00ad', '').replaceAll('\u2011', '-'),
      properties,
      endsCell: mark === '\x07',
      after: this.#after,
    });
    this.#text = '';
    this.#undecided = [];
    this.#after = [];
    this.#fields.endParagraph();
  }
}

const NO_LIST = Buffer.alloc(0);

/** Runs of text of two bytes have whole characters. */
function evenEnd(byte: number, end: number, size: number): number {
  return byte + Math.max(0, Math.ceil((end - byte) / size)) * size;
}

function pieceAt(pieces: readonly TextPiece[], start: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}
