import { PROPERTY, propertyChanges, valueOf, type PropertyChange } from './property-changes.ts';

interface Style {
  /** The number of a style that Word brings; those of headings are 1 to 9. */
  builtIn: number;
  base: number;
  paragraph: PropertyChange[];
  character: PropertyChange[];
}

const KIND = { paragraph: 1, character: 2 } as const;
const NO_STYLE = 0xfff;
const TITLE = 62;
const CHAIN_MAX = 20;

/** The styles of a document, with what they take over from those that they are based on. */
export class BinaryStyles {
  readonly #styles: (Style | undefined)[] = [];
  readonly #changes = new Map<number, PropertyChange[]>();

  constructor(sheet: Buffer) {
    if (sheet.length < 6) return;
    const header = sheet.readUInt16LE(0);
    const baseBytes = sheet.readUInt16LE(4);
    let at = 2 + header;
    while (at + 2 <= sheet.length) {
      const size = sheet.readUInt16LE(at);
      const bytes = sheet.subarray(at + 2, at + 2 + size);
      this.#styles.push(bytes.length < 12 ? undefined : styleOf(bytes, baseBytes));
      at += 2 + size + (size % 2);
    }
  }

  /** Returns the level of a heading, from 1; undefined for other paragraphs. */
  headingLevel(number: number): number | undefined {
    for (const { builtIn, paragraph } of this.#chain(number)) {
      const outline = paragraph.findLast(({ code }) => code === PROPERTY.outline);
      if (outline !== undefined) {
        const level = valueOf(outline, 1);
        return level >= 9 ? undefined : level + 1;
      }
      if (builtIn >= 1 && builtIn <= 9) return builtIn;
      if (builtIn === TITLE) return 1;
    }
    return undefined;
  }

  isHidden(number: number): boolean {
    for (const { character } of this.#chain(number)) {
      const hidden = character.findLast(({ code }) => code === PROPERTY.hidden);
      if (hidden !== undefined) return valueOf(hidden, 1) === 1;
    }
    return false;
  }

  /** Returns what a style and those below it set, the most general first. */
  paragraphChanges(number: number): readonly PropertyChange[] {
    let changes = this.#changes.get(number);
    if (changes === undefined) {
      changes = this.#chain(number)
        .toReversed()
        .flatMap(({ paragraph }) => paragraph);
      this.#changes.set(number, changes);
    }
    return changes;
  }

  #chain(number: number): Style[] {
    const chain: Style[] = [];
    for (let at = number; chain.length < CHAIN_MAX;) {
      const style = this.#styles[at];
      if (style === undefined) break;
      chain.push(style);
      at = style.base;
    }
    return chain;
  }
}

function styleOf(bytes: Buffer, baseBytes: number): Style {
  const kind = bytes.readUInt16LE(2) & 15;
  const base = bytes.readUInt16LE(2) >> 4;
  const lists: Buffer[] = [];
  const nameAt = baseBytes;
  let at = nameAt + 2 * (bytes.length < nameAt + 2 ? 0 : bytes.readUInt16LE(nameAt)) + 4;
  while (at + 2 <= bytes.length && lists.length < 3) {
    const size = bytes.readUInt16LE(at);
    lists.push(bytes.subarray(at + 2, at + 2 + size));
    at += 2 + size + (size % 2);
  }
  const isParagraph = kind === KIND.paragraph;
  const characters = isParagraph ? lists[1] : lists[0];
  return {
    builtIn: bytes.readUInt16LE(0) & 0xfff,
    base: base === NO_STYLE ? -1 : base,
    paragraph: isParagraph ? propertyChanges((lists[0] ?? Buffer.alloc(0)).subarray(2)) : [],
    character:
      isParagraph || kind === KIND.character ? propertyChanges(characters ?? Buffer.alloc(0)) : [],
  };
}
