import { firstEndingAfter } from './marks.ts';
import type { Marks, Segment } from './marks.ts';

/** The text of a PDF's page without white space: line ends differ between the page and the document's text. */
export interface PageText {
  text: string;
  /** By character: the string of the page that it is in, and its place there. */
  strings: Uint32Array;
  offsets: Uint32Array;
}

interface PlacedText {
  text: string;
  /** Its place in the document's text. */
  start: number;
}

/** Characters that must agree for a part of a block to be found in a page. */
const AGREEING_MIN = 6;
/** Parts of a block that are looked for. */
const PARTS_MAX = 300;
/** Of a character of the page that no block has. */
const NO_PLACE = -1;

/** White space, and hyphens that are shown only where a line ends. */
const LEFT_OUT = /[\s\u00ad\u200b]/;

/** Returns the characters of strings that are not white space. */
export function pageTextOf(strings: readonly string[]): PageText {
  const length = strings.reduce((sum, text) => sum + text.length, 0);
  const kept: string[] = [];
  const page = { strings: new Uint32Array(length), offsets: new Uint32Array(length) };
  for (const [index, text] of strings.entries()) {
    for (let offset = 0; offset < text.length; offset += 1) {
      const character = text.charAt(offset);
      if (LEFT_OUT.test(character)) continue;
      page.strings[kept.length] = index;
      page.offsets[kept.length] = offset;
      kept.push(character);
    }
  }
  return { text: kept.join(''), ...page };
}

/** Returns the place in the document's text of each character of a page; -1 where no block has it. */
export function placesOf(page: PageText, blocks: readonly PlacedText[]): Int32Array {
  const places = new Int32Array(page.text.length).fill(NO_PLACE);
  let cursor = 0;
  for (const block of blocks)
    cursor = placeBlock(page.text, pageTextOf([block.text]), block.start, places, cursor);
  return places;
}

/** Finds a block in a page in the longest parts that agree. Returns where the block after it is likely to be. */
function placeBlock(
  page: string,
  { text, offsets }: PageText,
  start: number,
  places: Int32Array,
  cursor: number,
): number {
  let next = cursor;
  let from = 0;
  for (let part = 0; part < PARTS_MAX && from < text.length; part += 1) {
    const length = longestPart(page, text, from, next);
    if (length < Math.min(AGREEING_MIN, text.length)) {
      from += Math.max(length, 1);
      continue;
    }
    const sought = text.slice(from, from + length);
    const behind = page.indexOf(sought, next);
    const found = behind === -1 ? page.indexOf(sought) : behind;
    for (let at = 0; at < length; at += 1) {
      places[found + at] = start + (offsets[from + at] ?? 0);
    }
    next = found + length;
    from += length;
  }
  return next;
}

/**
 * Returns how many characters of a text from a place on are in the page, one after the other. It is
 * quick where they are soon behind the cursor.
 */
function longestPart(page: string, text: string, from: number, cursor: number): number {
  const isIn = (length: number) => {
    const sought = text.slice(from, from + length);
    return page.includes(sought, cursor) || page.includes(sought);
  };
  const rest = text.length - from;
  if (isIn(rest)) return rest;
  let low = 0;
  let high = rest - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isIn(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the place in the document's text at a character of one of the page's strings. */
export function placeAt(
  page: PageText,
  places: Int32Array,
  string: number,
  offset: number,
): number | undefined {
  let low = 0;
  let high = page.text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const isBefore =
      (page.strings[middle] ?? 0) < string ||
      (page.strings[middle] === string && (page.offsets[middle] ?? 0) < offset);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  // A click on what no block has means what is nearest.
  for (let away = 0; away < places.length; away += 1) {
    for (const at of [low + away, low - away]) {
      const place = places[at] ?? NO_PLACE;
      if (place !== NO_PLACE) return place;
    }
  }
  return undefined;
}

/** Returns the strings of a page with marks in them, cut where the marks change; `start` is -1 where no block has a piece. */
export function markedStrings(
  strings: readonly string[],
  page: PageText,
  places: Int32Array,
  marks: Marks,
): Map<number, Segment[]> {
  const marked = new Map<number, Segment[]>();
  for (let at = 0; at < page.text.length; at += 1) {
    const place = places[at] ?? NO_PLACE;
    const look = lookAt(place, marks);
    const string = page.strings[at] ?? 0;
    const offset = page.offsets[at] ?? 0;
    const text = strings[string] ?? '';
    const segments = marked.get(string);
    const last = segments?.at(-1);
    if (last === undefined) {
      if (look.isChunk || look.match !== undefined) {
        const head = {
          text: text.slice(0, offset),
          start: NO_PLACE,
          isChunk: false,
          match: undefined,
        };
        marked.set(string, [
          ...(offset === 0 ? [] : [head]),
          { text: text.slice(offset), start: place, ...look },
        ]);
      }
    } else if (last.isChunk !== look.isChunk || last.match !== look.match) {
      // The last one reaches to the end of the string until the next is cut from it.
      // The space behind a word is no part of its mark.
      const from = last.match === undefined ? offset : (page.offsets[at - 1] ?? 0) + 1;
      const cut = last.text.length - (text.length - from);
      segments?.push({ text: last.text.slice(cut), start: place, ...look });
      last.text = last.text.slice(0, cut);
    }
  }
  return marked;
}

function lookAt(
  place: number,
  { chunk, matches, current }: Marks,
): Pick<Segment, 'isChunk' | 'match'> {
  if (place === NO_PLACE) return { isChunk: false, match: undefined };
  const match = firstEndingAfter(matches, place);
  const isMatch = (matches[match]?.start ?? Infinity) <= place;
  return {
    isChunk: chunk !== undefined && chunk.start <= place && place < chunk.end,
    match: isMatch ? (match === current ? 'current' : 'other') : undefined,
  };
}
