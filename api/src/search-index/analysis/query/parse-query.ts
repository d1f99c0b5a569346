/** A query as people type it: words, exact phrases in quotes, and what is left out by a minus in front. */
export interface ParsedQuery {
  /** Everything that is looked for, phrases included. */
  text: string;
  phrases: string[];
  /** Words and phrases that a result must not have. */
  excluded: string[];
}

/** Phrases and exclusions that a query has at most; more are words. */
const OPERATORS_MAX = 20;

/** A quoted text, with a minus in front or not, or a word with a minus in front. A quote that is not closed is none. */
const OPERATORS =
  /(?<=^|\s)(-?)(?:"([^"]+)"|[“„]([^“”„]+)[”“]|«([^»]+)»|「([^」]+)」)|(?<=^|\s)-([\p{L}\p{N}]\S*)/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Returns the words, phrases and exclusions of a query. */
export function parseQuery(query: string): ParsedQuery {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const text = query.replace(OPERATORS, (written, ...groups: (string | undefined)[]) => {
    const [minus, ...rest] = groups.slice(0, 6);
    const words = rest.find((each) => each !== undefined) ?? '';
    if (!HAS_WORD.test(words) || phrases.length + excluded.length >= OPERATORS_MAX) return written;
    if (minus === '-' || rest[4] !== undefined) {
      excluded.push(words);
      return ' ';
    }
    phrases.push(words);
    return ` ${words} `;
  });
  return { text, phrases, excluded };
}
