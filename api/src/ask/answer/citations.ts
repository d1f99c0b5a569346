const WORD = String.raw`(?:(?:passages?|sources?|references?|refs?|documents?|docs?)[ \t]*)?`;
const RANGE = String.raw`[#^]?\d{1,3}(?:[ \t]*[-–—‑][ \t]*#?\d{1,3})?`;
const LIST = String.raw`\s*${WORD}${RANGE}(?:\s*(?:[,;&]|and)\s*${WORD}${RANGE})*\s*`;
/** As services with sources of their own write it: 【1†source】, 【4:1†source】. */
const SOURCE = String.raw`\s*\d{1,3}(?::\d{1,3})?\s*†[^】\n]{0,80}`;
/** An address that makes a link of a citation. */
const ADDRESS = String.raw`\((?:https?:|www\.|mailto:|[#/.<])[^()\s]{0,300}\)`;

/**
 * A citation with the spaces before it, without flags: `[2]`, and what models write instead, such as
 * `[1, 3]`, `[1-3]`, `[^1]`, `[[1]]`, `[passage 1]`, `【1†source】` and `[1](address)`. Its numbers are the
 * group `cited`. Numbers of four digits are years.
 */
export const CITATION = String.raw`[ \t]*(?:\[\[(?<cited>${LIST})\]\]|[\[［](?<cited>${LIST})[\]］]|【(?<cited>${LIST}|${SOURCE})】)(?:${ADDRESS})?`;

/** What may be the beginning of one at the end of a text, or one that may go on. */
export const UNFINISHED_CITATION = String.raw`[ \t]*(?:(?:(?:\[\[?|［)[\w\s,;&#^–—‑-]{0,100}|【[^】\n]{0,100})(?:(?:\]\]?|】|］)(?:\([^()\s]{0,300}\)?)?)?)?$`;

/**
 * Returns the numbers of passages that a citation names, from 1, and how many of its parts name one that
 * does not exist.
 */
export function citationsOf(cited: string, passages: number): { known: number[]; unknown: number } {
  const known = new Set<number>();
  let unknown = 0;
  for (const [, first, last] of cited
    .replace(/(?::\d+)?\s*†.*$/s, '')
    .matchAll(/(\d+)(?:[ \t]*[-–—‑][ \t]*#?(\d+))?/g)) {
    const ends = [Number(first), Number(last ?? first)].toSorted((a, b) => a - b);
    const [from = 0, to = 0] = ends;
    if (from < 1 || to > passages) unknown += 1;
    for (let number = Math.max(1, from); number <= Math.min(to, passages); number += 1) {
      known.add(number);
    }
  }
  return { known: [...known], unknown };
}
