export interface ParagraphLevel {
  level: number;
  hasBullet: boolean;
  /** The place of its number in the list of numbers of the text. */
  number: number;
}

/** Uses of texts whose paragraphs have bullets unless they say otherwise. */
const BODIES = new Set([1, 7, 8]);
const HAS_BULLET = 1;
const BULLET_FLAGS = 0xf;
/** Properties of paragraphs in their order, by their bit, with their sizes. */
const SIZES: readonly [bits: number, size: number][] = [
  [0x80, 2],
  [0x10, 2],
  [0x40, 2],
  [0x20, 4],
  [0x800, 2],
  [0x1000, 2],
  [0x2000, 2],
  [0x4000, 2],
  [0x100, 2],
  [0x400, 2],
  [0x8000, 2],
];
const TAB_STOPS = 0x100000;
const FONT_ALIGN = 0x10000;
const WRAP_FLAGS = 0xe0000;
const DIRECTION = 0x200000;
const LEVEL_MAX = 8;

/** Returns the level and the bullet of each paragraph of a text. */
export function paragraphLevels(
  { use, style }: { use: number; style: Buffer | undefined },
  paragraphs: readonly string[],
): ParagraphLevel[] {
  const usual = { level: 0, hasBullet: BODIES.has(use), number: 0 };
  const levels: ParagraphLevel[] = [];
  const numbers = new RunNumbers(style, paragraphs);
  let [at, left, current] = [0, 0, usual];
  for (const { length } of paragraphs) {
    while (left <= 0) {
      const run = style === undefined ? undefined : runAt(style, at, usual);
      if (run === undefined) {
        left = Number.MAX_SAFE_INTEGER;
        current = usual;
        break;
      }
      left += run.count;
      at = run.end;
      current = run;
    }
    levels.push({ ...current, number: numbers.next(length + 1) });
    left -= length + 1;
  }
  return levels;
}

function runAt(style: Buffer, at: number, usual: ParagraphLevel) {
  if (at + 10 > style.length) return undefined;
  const count = style.readUInt32LE(at);
  const level = Math.min(LEVEL_MAX, style.readUInt16LE(at + 4));
  const mask = style.readUInt32LE(at + 6);
  let end = at + 10;
  let { hasBullet } = usual;
  if ((mask & BULLET_FLAGS) !== 0) {
    if (end + 2 > style.length) return undefined;
    if ((mask & HAS_BULLET) !== 0) hasBullet = (style.readUInt16LE(end) & HAS_BULLET) !== 0;
    end += 2;
  }
  for (const [bits, size] of SIZES) if ((mask & bits) !== 0) end += size;
  if ((mask & TAB_STOPS) !== 0) {
    if (end + 2 > style.length) return undefined;
    end += 2 + 4 * style.readUInt16LE(end);
  }
  for (const bits of [FONT_ALIGN, WRAP_FLAGS, DIRECTION]) if ((mask & bits) !== 0) end += 2;
  return count === 0 ? undefined : { count, level, hasBullet, number: 0, end };
}

const NUMBER_BITS = 0x3c00;
/** Properties of characters in their order, by their bits, with their sizes. */
const CHARACTER_SIZES: readonly [bits: number, size: number][] = [
  [0xffff, 2],
  [0x10000, 2],
  [0x200000, 2],
  [0x400000, 2],
  [0x800000, 2],
  [0x20000, 2],
  [0x40000, 4],
  [0x80000, 2],
];

/** The runs of characters behind those of paragraphs. */
class RunNumbers {
  readonly #style: Buffer;
  #at: number;
  #left = 0;
  #number = 0;

  constructor(style: Buffer | undefined, paragraphs: readonly string[]) {
    this.#style = style ?? Buffer.alloc(0);
    this.#at = this.#style.length;
    const length = paragraphs.reduce((sum, text) => sum + text.length + 1, 0);
    let [at, count] = [0, 0];
    while (count < length) {
      const run = runAt(this.#style, at, { level: 0, hasBullet: false, number: 0 });
      if (run === undefined) return;
      count += run.count;
      at = run.end;
    }
    this.#at = at;
  }

  /** Returns the number of the first run of a paragraph, and goes behind it. */
  next(length: number): number {
    if (this.#left <= 0) this.#advance();
    const number = this.#number;
    this.#left -= length;
    while (this.#left < 0) this.#advance();
    return number;
  }

  #advance(): void {
    if (this.#at + 8 > this.#style.length) {
      this.#left = Number.MAX_SAFE_INTEGER;
      return;
    }
    this.#left += this.#style.readUInt32LE(this.#at);
    const mask = this.#style.readUInt32LE(this.#at + 4);
    const place = this.#at + 8;
    const hasFlags = (mask & NUMBER_BITS) !== 0 && place + 2 <= this.#style.length;
    this.#number = hasFlags ? (this.#style.readUInt16LE(place) & NUMBER_BITS) >> 10 : 0;
    this.#at = place;
    for (const [bits, size] of CHARACTER_SIZES) if ((mask & bits) !== 0) this.#at += size;
  }
}
