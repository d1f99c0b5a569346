import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { DamagedCompound, type CompoundFile } from '../compound/compound-file.ts';

/** Places of structures in the list of the header (MS-DOC, FibRgFcLcb97). */
const PLACE = {
  styles: 1,
  footnoteMarks: 2,
  footnotes: 3,
  commentMarks: 4,
  comments: 5,
  sections: 6,
  headers: 11,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  settings: 31,
  pieces: 33,
  commentAuthors: 36,
  shapes: 40,
  endnoteMarks: 46,
  endnotes: 47,
  textBoxes: 56,
  lists: 73,
  listOverrides: 74,
} as const;

export type StructureName = keyof typeof PLACE;

/** Stories of a document follow each other in its text, in this order. */
const STORIES = [
  'body',
  'footnotes',
  'headers',
  'macros',
  'comments',
  'endnotes',
  'textBoxes',
  'headerTextBoxes',
] as const;

export type StoryName = (typeof STORIES)[number];

const ENCRYPTED = 0x100;
const SECOND_TABLE = 0x200;
/** Versions before this one, of Word 97, have another header. */
const WORD_97 = 0xc1;
const STRUCTURES_AT = 154;
const STORIES_AT = { before97: 52, from97: 76 } as const;

/** The streams of a document of Word, and where its header says what is in them. */
export class DocumentHeader {
  /** The stream with the text. */
  readonly main: Buffer;
  /** The stream with objects and large properties. */
  readonly data: Buffer;
  readonly isBefore97: boolean;
  readonly #table: Buffer;

  /** @throws {UnreadableDocument} where it is encrypted. */
  constructor(file: CompoundFile) {
    const main = file.stream('WordDocument');
    if (main === undefined) throw new DamagedCompound('no document');
    this.main = main;
    this.isBefore97 = main.readUInt16LE(2) < WORD_97;
    const flags = main.readUInt16LE(10);
    if ((flags & ENCRYPTED) !== 0) throw new UnreadableDocument(reasons.password('document'));
    const isSecond = (flags & SECOND_TABLE) !== 0;
    this.#table = file.stream(isSecond ? '1Table' : '0Table') ?? Buffer.alloc(0);
    this.data = file.stream('Data') ?? Buffer.alloc(0);
  }

  /** Returns the bytes of a structure; none where the document lacks it. */
  structure(name: StructureName): Buffer {
    const at = STRUCTURES_AT + 8 * PLACE[name];
    const start = this.main.readUInt32LE(at);
    return this.#table.subarray(start, start + this.main.readUInt32LE(at + 4));
  }

  /** The same with what follows it: the levels of lists are not counted in its length. */
  structureAndRest(name: StructureName): Buffer {
    const at = STRUCTURES_AT + 8 * PLACE[name];
    if (this.main.readUInt32LE(at + 4) === 0) return Buffer.alloc(0);
    return this.#table.subarray(this.main.readUInt32LE(at));
  }

  /** Returns the first character of a story and the one after its last, in the whole text. */
  story(name: StoryName): [start: number, end: number] {
    const place = this.isBefore97 ? STORIES_AT.before97 : STORIES_AT.from97;
    let start = 0;
    for (const [at, each] of STORIES.entries()) {
      const length = Math.max(0, this.main.readInt32LE(place + 4 * at));
      if (each === name) return [start, start + length];
      start += length;
    }
    return [start, start];
  }
}

/** A list of positions, with data of a size for each but the last. */
export interface Positions {
  positions: number[];
  items: Buffer[];
}

export function positionsOf(bytes: Buffer, itemBytes: number): Positions {
  const count = Math.max(0, Math.floor((bytes.length - 4) / (4 + itemBytes)));
  if (bytes.length < 4) return { positions: [], items: [] };
  return {
    positions: Array.from({ length: count + 1 }, (_, at) => bytes.readUInt32LE(4 * at)),
    items: Array.from({ length: count }, (_, at) => {
      const start = 4 * (count + 1) + itemBytes * at;
      return bytes.subarray(start, start + itemBytes);
    }),
  };
}
