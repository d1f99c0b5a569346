export interface ParagraphLevel {
  level: number;
  hasBullet: boolean;
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
  const usual = { level: 0, hasBullet: BODIES.has(use) };
  const levels: ParagraphLevel[] = [];
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
    levels.push(current);
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
  return count === 0 ? undefined : { count, level, hasBullet, end };
}
