import type { Block } from '../blocks/block.ts';
import { numberText } from '../ooxml/number-text.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { positionsOf, type DocumentHeader, type StoryName } from './document-header.ts';
import type { BinaryContext, References } from './word-context.ts';

interface Range {
  start: number;
  end: number;
}

interface Note extends Range {
  format: 'decimal' | 'lowerRoman';
  hasOwnMark: boolean;
}

const SHAPE_BYTES = 26;
const BOX_BYTES = 22;
const COMMENT_BYTES = 30;

/** The notes, comments and text boxes of a document: each is read where the text first refers to it. */
export class TextReferences implements References {
  readonly #notes = new Map<number, Note>();
  readonly #comments = new Map<number, Range & { author: string }>();
  /** Text boxes by the number of their shape. */
  readonly #boxes = new Map<number, Range>();
  readonly #shapes = new Map<number, number>();
  readonly #counts = { decimal: 0, lowerRoman: 0 };

  constructor(header: DocumentHeader) {
    this.#addNotes(header, 'footnotes', 'decimal');
    this.#addNotes(header, 'endnotes', 'lowerRoman');
    const authors = authorsOf(header.structure('commentAuthors'));
    const marks = positionsOf(header.structure('commentMarks'), COMMENT_BYTES);
    const texts = rangesOf(header, 'comments', header.structure('comments'), 0);
    for (const [at, item] of marks.items.entries()) {
      const author = authors[item.readUInt16LE(20)] ?? '';
      const range = texts[at];
      if (range !== undefined) this.#comments.set(marks.positions[at] ?? -1, { ...range, author });
    }
    const { items } = positionsOf(header.structure('textBoxes'), BOX_BYTES);
    for (const [at, range] of rangesOf(
      header,
      'textBoxes',
      header.structure('textBoxes'),
      BOX_BYTES,
    ).entries()) {
      const item = items[at];
      const isUsed = item !== undefined && item.readUInt16LE(8) === 0;
      if (isUsed) this.#boxes.set(item.readUInt32LE(14), range);
    }
    const shapes = positionsOf(header.structure('shapes'), SHAPE_BYTES);
    for (const [at, item] of shapes.items.entries()) {
      this.#shapes.set(shapes.positions[at] ?? -1, item.readUInt32LE(0));
    }
  }

  hasOwnMark(at: number): boolean {
    return this.#notes.get(at)?.hasOwnMark === true;
  }

  noteAt(context: BinaryContext, at: number, ownMark: string | undefined): Block[] {
    const note = this.#notes.get(at);
    if (note === undefined) return [];
    this.#notes.delete(at);
    const mark =
      ownMark === undefined || ownMark === ''
        ? numberText((this.#counts[note.format] += 1), note.format)
        : ownMark;
    const [first, ...others] = context.blocksOf(context, note.start, note.end, true);
    if (first === undefined) return [];
    if (first.kind !== 'paragraph') {
      return [{ kind: 'paragraph', text: `[${mark}]` }, first, ...others];
    }
    return [{ kind: 'paragraph', text: `[${mark}] ${first.text}` }, ...others];
  }

  commentAt(context: BinaryContext, at: number): Block[] {
    const comment = this.#comments.get(at);
    if (comment === undefined) return [];
    this.#comments.delete(at);
    const blocks = context.blocksOf(context, comment.start, comment.end, true);
    const text = oneLine(blocks.map((block) => block.text).join(' '));
    const by = comment.author === '' ? '' : ` by ${comment.author}`;
    return text === '' ? [] : [{ kind: 'paragraph', text: `Comment${by}: ${text}` }];
  }

  shapeAt(context: BinaryContext, at: number): Block[] {
    const shape = this.#shapes.get(at);
    return shape === undefined ? [] : this.#box(context, shape);
  }

  /** Returns the text boxes and comments that no text refers to. */
  others(context: BinaryContext): Block[] {
    return [
      ...[...this.#boxes.keys()].flatMap((shape) => this.#box(context, shape)),
      ...[...this.#comments.keys()].flatMap((at) => this.commentAt(context, at)),
    ];
  }

  #box(context: BinaryContext, shape: number): Block[] {
    const box = this.#boxes.get(shape);
    if (box === undefined) return [];
    this.#boxes.delete(shape);
    return context.blocksOf(context, box.start, box.end, true);
  }

  #addNotes(header: DocumentHeader, story: 'footnotes' | 'endnotes', format: Note['format']): void {
    const name = story === 'footnotes' ? 'footnoteMarks' : 'endnoteMarks';
    const marks = positionsOf(header.structure(name), 2);
    for (const [at, range] of rangesOf(header, story, header.structure(story), 0).entries()) {
      const item = marks.items[at];
      if (item === undefined) break;
      const hasOwnMark = item.readUInt16LE(0) === 0;
      this.#notes.set(marks.positions[at] ?? -1, { ...range, format, hasOwnMark });
    }
  }
}

/** Returns the parts of a story, in the whole text. */
export function rangesOf(
  header: DocumentHeader,
  story: StoryName,
  bytes: Buffer,
  itemBytes: number,
): Range[] {
  const [first, end] = header.story(story);
  const { positions } = positionsOf(bytes, itemBytes);
  return positions.slice(0, -1).map((position, at) => ({
    start: Math.min(end, first + position),
    end: Math.min(end, first + (positions[at + 1] ?? position)),
  }));
}

function authorsOf(bytes: Buffer): string[] {
  const authors: string[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const end = at + 2 + 2 * bytes.readUInt16LE(at);
    authors.push(oneLine(bytes.toString('utf16le', at + 2, Math.min(end, bytes.length))));
    at = end;
  }
  return authors;
}
