/** A range of a document's text, in UTF-16 code units. */
export interface TextRange {
  start: number;
  end: number;
}

/** What is marked in a document: the selected chunk, and what is found. */
export interface Marks {
  chunk: TextRange | undefined;
  /** In the order of the text; none overlaps another. */
  matches: readonly TextRange[];
  /** The place in `matches` of the one that is shown. */
  current: number;
}

/** A piece of text that is marked in one way. */
export interface Segment {
  text: string;
  /** Its place in the document's text. */
  start: number;
  isChunk: boolean;
  match: 'current' | 'other' | undefined;
}

/** Returns the first of some ranges in order that ends after a place; their count where none does. */
export function firstEndingAfter(ranges: readonly TextRange[], place: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Cuts a text that starts at a place of the document where its marks change. */
export function segmentsOf(text: string, start: number, marks: Marks): Segment[] {
  const end = start + text.length;
  const { chunk, matches, current } = marks;
  const cuts = new Set([start, end]);
  const cut = (place: number) => {
    if (place > start && place < end) cuts.add(place);
  };
  if (chunk !== undefined) {
    cut(chunk.start);
    cut(chunk.end);
  }
  const first = firstEndingAfter(matches, start);
  for (let at = first; (matches[at]?.start ?? end) < end; at += 1) {
    cut(matches[at]?.start ?? 0);
    cut(matches[at]?.end ?? 0);
  }
  const places = [...cuts].toSorted((a, b) => a - b);
  const segments: Segment[] = [];
  let match = first;
  for (const [index, from] of places.slice(0, -1).entries()) {
    const to = places[index + 1] ?? end;
    while ((matches[match]?.end ?? Infinity) <= from) match += 1;
    const isMatch = (matches[match]?.start ?? Infinity) <= from;
    segments.push({
      text: text.slice(from - start, to - start),
      start: from,
      isChunk: chunk !== undefined && chunk.start <= from && to <= chunk.end,
      match: isMatch ? (match === current ? 'current' : 'other') : undefined,
    });
  }
  return segments;
}
