import { expect, test } from 'vitest';

import { detectLanguage } from './detect-language.ts';
import { highlightsOf } from './highlights.ts';
import { queryWords } from './query-words.ts';
import { countTerms } from './terms.ts';
import { tokensOf } from './tokens.ts';

const textsOf = (text: string) => [...tokensOf(text)].map((token) => token.text);
const termsOf = (text: string) => [...countTerms(text, 'english').counts.keys()];
const ENGLISH = 1 << 4;

test.each([
  ['plain words', 'The Wing, of', ['the', 'wing', 'of']],
  ['a part number, whole and by its parts', 'AB-12/3', ['ab-12/3', 'ab', '12', '3']],
  ['a language with signs', 'C++ and C#', ['c++', 'c', 'and', 'c#', 'c']],
  ['an apostrophe', "don't", ["don't"]],
  ['an address', 'a@b.com', ['a@b.com', 'a', 'b', 'com']],
  ['full-width letters', 'ＡＢ', ['ab']],
  ['Japanese without spaces', '日本語を検索', ['日本語', 'を', '検索']],
  ['Thai without spaces', 'ภาษาไทย', ['ภาษา', 'ไทย']],
  ['marks alone', '— … !', []],
])('%s are tokens', (_, text, expected) => {
  expect(textsOf(text)).toEqual(expected);
});

test('a token knows where it is in the text', () => {
  const text = 'Über AB-12: 検索する';
  for (const { text: token, start, end } of tokensOf(text)) {
    expect(text.slice(start, end).toLowerCase()).toBe(token);
  }
});

test('a word has its stem as a term, and itself where it is another text', () => {
  expect(termsOf('running')).toEqual(['run', '=running']);
  expect(termsOf('run')).toEqual(['run']);
});

test('stop words have no terms and do not count as length', () => {
  expect(countTerms('the and of', 'english')).toEqual({ counts: new Map(), length: 0 });
});

test('a query looks for "A" where it is a name, and never for the word "a"', () => {
  const wordsOf = (query: string) => queryWords(query, ENGLISH).map(({ word }) => word);
  expect(wordsOf('how long is a loan')).toEqual(['long', 'loan']);
  expect(wordsOf('A loan')).toEqual(['loan']);
  expect(wordsOf('vitamin A deficiency')).toEqual(['vitamin', 'a', 'deficiency']);
  expect(highlightsOf('vitamin A', ENGLISH, ['A loan of a vitamin A pill'])).toEqual([
    [
      [12, 19],
      [20, 21],
    ],
  ]);
});

test('accents of Latin letters make no difference, marks of other scripts do', () => {
  expect(termsOf('José')).toEqual(termsOf('Jose'));
  expect(termsOf('हिन्दी')).not.toEqual(termsOf('हनद'));
});

test.each([
  ['german', 'Der Hund und die Katze schlafen nicht, weil es auf der Wiese zu laut ist.'],
  ['french', 'Le chien et le chat ne dorment pas parce que les enfants sont dans la maison.'],
  ['spanish', 'El perro y el gato no duermen porque los niños están en la casa de ella.'],
  ['russian', 'Собака и кошка не спят, потому что они были на улице, а не дома.'],
  ['english', 'Short.'],
])('%s is detected', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test('a word that a query repeats counts as often', () => {
  expect(queryWords('gasket oil gasket', ENGLISH).map(({ word, count }) => [word, count])).toEqual([
    ['gasket', 2],
    ['oil', 1],
  ]);
});

test('a query looks for a hundred words at most', () => {
  const query = Array.from({ length: 1000 }, (_, index) => `word${index}`).join(' ');
  expect(queryWords(query, ENGLISH)).toHaveLength(100);
});

test('words of the query are marked by their stem, and a beginning as it is typed', () => {
  const [first] = highlightsOf('engines cyl', ENGLISH, ['The engine has cylinders.']);
  expect(first).toEqual([
    [4, 10],
    [15, 24],
  ]);
});
