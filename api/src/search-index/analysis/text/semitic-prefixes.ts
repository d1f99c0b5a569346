/** Conjunctions, prepositions and articles that Hebrew and Arabic join to a word. */
const HEBREW = /^[ושהבכלמ]/u;
const ARABIC = /^(?:[وف]?(?:[بك]ال|لل|ال)|[وفبل](?=.{4}))/u;
/** Letters that a word has at least. */
const WORD_MIN = 3;
/** Prefixes that one word has at most. */
const PREFIXES_MAX = 4;

/** Yields a Hebrew or Arabic word without its first prefix, its first two, and so on. */
export function* withoutPrefixes(word: string): Generator<string> {
  let rest = word;
  for (let count = 0; count < PREFIXES_MAX; count += 1) {
    const prefix = HEBREW.exec(rest)?.[0] ?? ARABIC.exec(rest)?.[0];
    if (prefix === undefined || rest.length - prefix.length < WORD_MIN) return;
    rest = rest.slice(prefix.length);
    yield rest;
  }
}
