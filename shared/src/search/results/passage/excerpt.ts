type Range = readonly [start: number, end: number];

export interface TextPart {
  text: string;
  marked: boolean;
  /** Its offset in the whole text. */
  at: number;
}

/** Characters shown before the first marked word, and altogether, about six lines of a wide column. */
const BEFORE = 180;
const LENGTH = 760;

/** Returns the part of a text to show at first: around its first marked word, from a word's start. */
export function excerptOf(text: string, highlights: readonly Range[]): Range {
  if (text.length <= LENGTH) return [0, text.length];
  const first = Math.min(highlights[0]?.[0] ?? 0, text.length);
  let start = first <= BEFORE ? 0 : first - BEFORE;
  // Not the middle of a word, nor of a character.
  const space = start === 0 ? -1 : text.slice(start, first).search(/\s/u);
  if (space !== -1) start += space + 1;
  else if (start > 0 && /[\uDC00-\uDFFF]/.test(text.charAt(start))) start -= 1;
  let end = Math.min(text.length, start + LENGTH);
  if (end < text.length) {
    const last = text.slice(0, end).search(/\s\S*$/u);
    if (last > first) end = last;
    else if (/[\uDC00-\uDFFF]/.test(text.charAt(end))) end -= 1;
  }
  return [start, end];
}

/** Whether a text is too long to be shown whole at first. */
export const isExcerpt = ({ text }: { text: string }) => text.length > LENGTH;

/** Returns a text with a line for each paragraph, and no blank lines, which would take the place of text. */
export const linesOfParagraphs = (text: string): string =>
  text.replace(/\s*\n\s*/g, (space) => (/\n\s*\n/.test(space) ? '\n' : ' '));

/** Returns a range of a text as parts that are marked or not. Overlapping and impossible ranges do no harm. */
export function markedParts(
  text: string,
  highlights: readonly Range[],
  [from, to]: Range = [0, text.length],
): TextPart[] {
  const parts: TextPart[] = [];
  let at = from;
  const add = (end: number, marked: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), marked, at });
    at = Math.max(at, end);
  };
  for (const [start, end] of highlights.toSorted(([a], [b]) => a - b)) {
    if (start >= to || end <= at) continue;
    add(Math.max(start, at), false);
    add(Math.min(end, to), true);
  }
  add(to, false);
  return parts;
}
