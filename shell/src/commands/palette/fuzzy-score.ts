import { foldText } from '@carrel/shared/contract';

const WORD_START = /[\p{L}\p{N}]/u;

const startsWord = (text: string, place: number) =>
  place === 0 || !WORD_START.test(text[place - 1] ?? '');

/** Scores letters in their order with gaps between them; those at word starts, and runs, score higher. */
function scoreLetters(text: string, letters: string): number {
  let score = 0;
  let place = -1;
  for (const letter of letters) {
    const next = text.indexOf(letter, place + 1);
    if (next === -1) return 0;
    if (startsWord(text, next)) score += 4;
    else if (next === place + 1) score += 2;
    else score -= 1;
    place = next;
  }
  return Math.max(score / letters.length, 0.1);
}

/** Returns whether any occurrence of a word in a text is at the start of a word. */
function beginsWord(text: string, word: string): boolean {
  let place = text.indexOf(word);
  while (place !== -1 && !startsWord(text, place)) place = text.indexOf(word, place + 1);
  return place !== -1;
}

/** Scores the match of one word: at the start of the text, of a word, or within one. */
function scoreWord(text: string, word: string): number {
  const place = text.indexOf(word);
  if (place === 0) return 100 + word.length / text.length;
  return place > 0 ? (beginsWord(text, word) ? 60 : 30) + word.length / text.length : 0;
}

/** The same, or scattered letters. */
const scoreWordOrLetters = (text: string, word: string) =>
  scoreWord(text, word) || (word.length < 2 ? 0 : scoreLetters(text, word));

/**
 * Returns how well a text matches a query; 0 for no match. Every word of the query has to match, in
 * any order, ignoring case and accents.
 */
export const fuzzyScore = (text: string, query: string): number =>
  scoreEach(text, query, scoreWordOrLetters);

/** The same for a long text, in which scattered letters match by chance and do not count. */
export const wordsScore = (text: string, query: string): number =>
  scoreEach(text, query, scoreWord);

function scoreEach(text: string, query: string, scoreOf: typeof scoreWord): number {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const where = foldText(text);
  let sum = 0;
  for (const word of words) {
    const score = scoreOf(where, word);
    if (score === 0) return 0;
    sum += score;
  }
  return words.length === 0 ? 0 : sum / words.length;
}
