const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Marks of direction, and characters that show nothing. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** `http://`, and `mailto:` or `tel:` before a word. A hexadecimal group is part of an IPv6 address. */
const SCHEME = /\b(?![\da-f]{1,4}:)([a-z][a-z\d+.-]*)[:：][/\\／]*(?=\S)/giu;

const WWW = /\bwww\d?[.。．｡]/giu;

/** A dot between a word and one that could be a top-level domain. */
const DOT =
  /(?<=[\p{L}\p{N}\p{M}_-][\u200c\u200d]*)[.。．｡]+(?=[\u200c\u200d]*\p{L}[\p{L}\p{N}\p{M}-])/gu;

/**
 * Returns text that mail programs show as it is: on one line, and without anything that they turn into
 * a link. Names of people and organizations are chosen by strangers.
 */
export function plainWords(text: string): string {
  return text
    .replaceAll(LINE_BREAK, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(SCHEME, '$1 ')
    .replaceAll(WWW, 'www ')
    .replaceAll(DOT, ' ')
    .trim();
}
