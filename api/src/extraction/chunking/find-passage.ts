import type { ChunkRange } from './chunk-text.ts';

/** Places of a passage that repeats itself that are looked at. */
const PLACES_MAX = 1000;

/** Finds passages in one text. */
export interface PassageFinder {
  /**
   * Returns the place of a passage that is nearest to `near` and that `isFree`; undefined where there is none. White space
   * may differ.
   */
  find(
    passage: string,
    near: number,
    isFree: (range: ChunkRange) => boolean,
  ): ChunkRange | undefined;
}

export function passageFinder(text: string): PassageFinder {
  let folded: Folded | undefined;
  return {
    find: (passage, near, isFree) => {
      const there = { start: near, end: near + passage.length };
      if (text.startsWith(passage, near) && isFree(there)) return there;
      const exact = placesOf(text, passage).map((start) => ({
        start,
        end: start + passage.length,
      }));
      const found = nearest(exact, near, isFree);
      if (found !== undefined) return found;
      const wanted = fold(passage).text;
      if (wanted === '') return undefined;
      folded ??= fold(text);
      const { text: all, places } = folded;
      const similar = placesOf(all, wanted).map((at) => ({
        start: places[at] ?? 0,
        end: (places[at + wanted.length - 1] ?? 0) + 1,
      }));
      return nearest(similar, near, isFree);
    },
  };
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  if (wanted === '') return places;
  for (let at = text.indexOf(wanted); at >= 0 && places.length < PLACES_MAX;) {
    places.push(at);
    at = text.indexOf(wanted, at + 1);
  }
  return places;
}

function nearest(
  ranges: readonly ChunkRange[],
  near: number,
  isFree: (range: ChunkRange) => boolean,
): ChunkRange | undefined {
  return ranges
    .filter(isFree)
    .toSorted((a, b) => Math.abs(a.start - near) - Math.abs(b.start - near))[0];
}

interface Folded {
  text: string;
  /** Where each of its characters is. */
  places: Uint32Array;
}

/** Returns a text without white space. */
function fold(text: string): Folded {
  const parts: string[] = [];
  const places = new Uint32Array(text.length);
  let length = 0;
  for (const match of text.matchAll(/\S+/g)) {
    parts.push(match[0]);
    for (let at = 0; at < match[0].length; at += 1) places[length + at] = match.index + at;
    length += match[0].length;
  }
  return { text: parts.join(''), places };
}
