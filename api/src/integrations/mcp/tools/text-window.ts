/** Characters of a document's text that one call returns. */
export const TEXT_MAX = 50_000;
/** Characters before a passage that are returned with it, where the text is longer. */
const BEFORE_PASSAGE = 2000;

const BREAK = '\n\n';

/** A part of a text, from `start` to `end`. */
export interface TextWindow {
  text: string;
  start: number;
  end: number;
}

/** Returns the text from a place on, up to the last end of a paragraph that fits, where there is one. */
export function windowFrom(text: string, place: number): TextWindow {
  const start = wholeCharacter(text, Math.min(place, text.length));
  const furthest = Math.min(text.length, start + TEXT_MAX);
  const paragraphEnd = text.lastIndexOf(BREAK, furthest);
  const end =
    furthest === text.length || paragraphEnd < start + TEXT_MAX / 2
      ? wholeCharacter(text, furthest)
      : paragraphEnd + BREAK.length;
  return { text: text.slice(start, end), start, end };
}

/** Returns the whole text if it fits; otherwise the part with the passage at a place, and some text before it. */
export function windowAround(text: string, place: number): TextWindow {
  if (text.length <= TEXT_MAX) return windowFrom(text, 0);
  const earliest = Math.max(0, place - BEFORE_PASSAGE);
  const paragraph = earliest === 0 ? 0 : text.indexOf(BREAK, earliest) + BREAK.length;
  return windowFrom(text, paragraph > earliest && paragraph <= place ? paragraph : earliest);
}

/** A place that does not split a character of two code units. */
function wholeCharacter(text: string, place: number): number {
  const before = text.charCodeAt(place - 1);
  return before >= 0xd800 && before <= 0xdbff && place < text.length ? place - 1 : place;
}
