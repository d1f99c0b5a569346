import type { SearchLanguage } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { detectLanguage } from '../detect-language.ts';
import { highlightsOf } from './highlights.ts';
import { matchPhrases } from './match-phrases.ts';
import { parseQuery } from './parse-query.ts';
import { queryWords } from './query-words.ts';
import { formsOf } from '../languages/word-forms.ts';

const ENGLISH = 2 ** 4;
const wordsOf = (query: string, asked: SearchLanguage[] = ['english']) =>
  queryWords(query, asked).words.flatMap(({ word, joins }) => (joins === undefined ? [word] : []));
const marked = (query: string, text: string) =>
  (highlightsOf(query, ENGLISH, [text])[0] ?? []).map(([from, to]) => text.slice(from, to));

test('stop words of the language of a query are no words of it, whatever languages are asked', () => {
  const asked: SearchLanguage[] = ['english', 'french', 'german', 'spanish'];
  expect(wordsOf('What is the policy for replacing distutils?', asked)).toEqual([
    'policy',
    'replacing',
    'distutils',
  ]);
  expect(wordsOf('Wie lange ist die Garantie auf das Gerät?', asked)).toEqual([
    'lange',
    'garantie',
    'gerat',
  ]);
});

test.each(['The Who', 'to be or not to be', 'IT'])(
  'a query of stop words alone looks for them: %s',
  (query) => {
    expect(wordsOf(query)).toHaveLength(new Set(query.toLowerCase().split(' ')).size);
    expect(queryWords(query, ['english']).isStopWordsOnly).toBe(true);
  },
);

test('a stop word in capitals is a name', () => {
  const words = queryWords('IT department', ['english']).words;
  expect(words.find(({ word }) => word === 'it')?.capital).toBe('!it');
  expect(wordsOf('it department')).toEqual(['department']);
});

test('a query looks for "A" where it is a name, and never for the word "a"', () => {
  expect(wordsOf('how long is a loan')).toEqual(['long', 'loan']);
  expect(wordsOf('vitamin A deficiency')).toEqual(['vitamin', 'a', 'deficiency']);
  expect(marked('vitamin A', 'A loan of a vitamin A pill')).toEqual(['vitamin', 'A']);
});

test('a word that a query repeats counts as often', () => {
  const { words } = queryWords('gasket oil gasket', ['english']);
  expect(words.slice(0, 2).map(({ word, count }) => [word, count])).toEqual([
    ['gasket', 2],
    ['oil', 1],
  ]);
});

test('a query looks for a hundred words at most', () => {
  const query = Array.from({ length: 1000 }, (_, index) => `word${index}x`).join(' ');
  expect(queryWords(query, ['english']).words).toHaveLength(100);
});

test.each<[SearchLanguage, string, string]>([
  ['english', 'policy', 'policies'],
  ['german', 'wärmepumpe', 'wärmepumpen'],
  ['german', 'mueller', 'müller'],
  ['polish', 'łożysko', 'łożyska'],
  ['polish', 'umowy', 'umowa'],
  ['czech', 'čerpadlo', 'čerpadel'],
  ['ukrainian', 'договору', 'договір'],
  ['russian', 'подшипник', 'подшипники'],
  ['greek', 'θαλασσα', 'θαλασσεσ'],
  ['hindi', 'मशीन', 'मशीनों'],
  ['spanish', 'canción', 'canciones'],
])('%s: "%s" has the form "%s"', async (language, word, form) => {
  const { foldWord } = await import('../fold-word.ts');
  const { beginnings, weightOf } = formsOf(foldWord(word), [language]);
  expect(weightOf(foldWord(form))).toBe(1);
  expect(beginnings.some((beginning) => foldWord(form).startsWith(beginning))).toBe(true);
});

test('a compound counts less for its first part than the part itself', () => {
  const { weightOf } = formsOf('versicherung', ['german']);
  expect(weightOf('versicherungsvertrag')).toBeGreaterThan(0);
  expect(weightOf('versicherungsvertrag')).toBeLessThan(1);
  expect(formsOf('inform', ['english']).weightOf('informatics')).toBe(0);
  expect(formsOf('guide', ['english', 'german']).weightOf('guidopythonorg')).toBe(0);
});

test.each<[SearchLanguage | undefined, string]>([
  ['german', 'Der Hund und die Katze schlafen nicht, weil es auf der Wiese zu laut ist.'],
  ['french', 'Le chien et le chat ne dorment pas parce que les enfants sont dans la maison.'],
  ['spanish', 'El perro y el gato no duermen porque los niños están en la casa de ella.'],
  ['russian', 'Собака и кошка не спят, потому что они были на улице, а не дома.'],
  ['polish', 'Łożyska i pompy wymagają konserwacji.'],
  [undefined, 'Short.'],
])('%s is detected', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test('words of the query are marked in all their forms, and a beginning as it is typed', () => {
  expect(marked('engines cyl', 'The engine has cylinders.')).toEqual(['engine', 'cylinders']);
});

test('stop words are not marked', () => {
  expect(marked('what is the policy', 'What the policy is')).toEqual(['policy']);
});

test('characters that follow each other are marked as one', () => {
  expect(marked('清华大学', '北京清华大学出版社')).toEqual(['清华大学']);
});

test.each([
  ['"explicit is better" zen', ['explicit is better'], [], 'explicit is better  zen'],
  ['loan -laptop', [], ['laptop'], 'loan'],
  ['loan -"used laptop"', [], ['used laptop'], 'loan'],
  ['„genau so“', ['genau so'], [], 'genau so'],
  ['an "unbalanced quote', [], [], 'an "unbalanced quote'],
  ['--dry-run', [], [], '--dry-run'],
  ['well-known', [], [], 'well-known'],
  ['"" "!" -', [], [], '"" "!" -'],
])('%s has its phrases and exclusions', (query, phrases, excluded, text) => {
  const parsed = parseQuery(query);
  expect([parsed.phrases, parsed.excluded]).toEqual([phrases, excluded]);
  expect(parsed.text.trim().replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '));
});

const matches = (query: string, ...texts: string[]) => matchPhrases(query, ENGLISH, texts);

test('a phrase matches its words in their order, whatever is between them but words', () => {
  expect(
    matches('"better than implicit"', 'Better, than\nIMPLICIT!', 'implicit than better', ''),
  ).toEqual([true, false, false]);
  expect(matches('"清华大学"', '在清华大学学习', '大学清华')).toEqual([true, false]);
  expect(matches('loan -laptop', 'a loan', 'a loan of laptops')).toEqual([true, false]);
  expect(matches('-"used laptop"', 'a laptop used', 'a used laptop')).toEqual([true, false]);
});
