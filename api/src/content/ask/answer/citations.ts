const WORD = String.raw`(?:(?:passages?|sources?|references?|refs?|documents?|docs?)[ \t]*)?`;
const RANGE = String.raw`[#^]?\d{1,3}(?:[ \t]*[-–—‑][ \t]*#?\d{1,3})?`;
const LIST = String.raw`\s*${WORD}${RANGE}(?:\s*(?:[,;&]|and)\s*${WORD}${RANGE})*\s*`;
/** As services with sources of their own write it: 【1†source】, 【4:1†source】. */
const SOURCE = String.raw`\s*\d{1,3}(?::\d{1,3})?\s*†[^】\n]{0,80}`;
/** An address that makes a link of a citation. */
const ADDRESS = String.raw`\((?:https?:|www\.|mailto:|[#/.<])[^()\s]{0,300}\)`;

/** Spaces before a mark, from the first of them on: a run of many is read once. */
const SPACES = String.raw`(?:(?<![ \t])[ \t]{1,80}(?=[\[［【]|$))?`;

/**
 * A citation with the spaces before it, without flags: `[2]`, and what models write instead, such as
 * `[1, 3]`, `[1-3]`, `[^1]`, `[[1]]`, `[passage 1]`, `【1†source】` and `[1](address)`. Its numbers are the
 * group `cited`. Numbers of four digits are years.
 */
export const CITATION = String.raw`${SPACES}(?:\[\[(?<cited>${LIST})\]\]|[\[［](?<cited>${LIST})[\]］]|【(?<cited>${LIST}|${SOURCE})】)(?:${ADDRESS})?`;

/** What may be the beginning of one at the end of a text, or one that may go on. */
export const UNFINISHED_CITATION = String.raw`${SPACES}(?:(?:(?:\[\[?|［)[\w\s,;&#^–—‑-]{0,100}|【[^】\n]{0,100})(?:(?:\]\]?|】|］)(?:\([^()\s]{0,300}\)?)?)?)?$`;

/** What a mark says. */
export interface Cited {
  /** Numbers of passages that exist, from 1. */
  known: number[];
  /** How many of its parts name a passage that does not exist. */
  unknown: number;
}

/**
 * Returns what a mark cites; undefined for one that is text: a range or a list of other numbers, such as
 * `[0, 1]` and `[0-9]`. A single number that no passage has is a citation, which is left out.
 */
export function citationsOf(cited: string, passages: number): Cited | undefined {
  const known = new Set<number>();
  let unknown = 0;
  const parts = [
    ...cited.replace(/(?::\d+)?\s*†.*$/s, '').matchAll(/(\d+)(?:[ \t]*[-–—‑][ \t]*#?(\d+))?/g),
  ];
  for (const [, first, last] of parts) {
    const [from = 0, to = 0] = [Number(first), Number(last ?? first)].toSorted((a, b) => a - b);
    const exists = from >= 1 && to <= passages;
    if (!exists && (last !== undefined || (from === 0 && parts.length > 1))) return undefined;
    if (!exists) {
      unknown += 1;
      continue;
    }
    for (let number = from; number <= to; number += 1) known.add(number);
  }
  return known.size === 0 && parts.length > 1 ? undefined : { known: [...known], unknown };
}
