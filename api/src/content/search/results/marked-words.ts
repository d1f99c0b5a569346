/** Words that a link names. */
const WORDS_MAX = 10;
/** Characters of a word that a link names. */
const WORD_MAX = 64;

/** Returns the words that are marked in a text as they are written there, each once, for a link that marks them again. */
export function markedWords(
  text: string,
  highlights: readonly (readonly [start: number, end: number])[],
): string[] {
  const words = new Map<string, string>();
  for (const [start, end] of highlights) {
    for (const word of text.slice(start, end).split(/\s+/u)) {
      if (words.size === WORDS_MAX) break;
      const key = word.toLowerCase();
      if (word !== '' && word.length <= WORD_MAX && !words.has(key)) words.set(key, word);
    }
  }
  return [...words.values()];
}
