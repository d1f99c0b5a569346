import { expect, test } from 'vitest';

import { excerptOf, linesOfParagraphs, markedParts } from './excerpt.ts';

const LONG = `${'before '.repeat(200)}engine ${'after '.repeat(300)}`;
const AT = LONG.indexOf('engine');
const MARK = [AT, AT + 6] as const;

const shown = (text: string, marks: readonly (readonly [number, number])[]) =>
  text.slice(...excerptOf(text, marks));

test('a short text is shown whole', () => {
  expect(shown('A short text', [[2, 7]])).toBe('A short text');
});

test('a long text is shown around its first marked word, in whole words', () => {
  const text = shown(LONG, [MARK]);
  expect(text).toMatch(/^before .*engine .*after$/u);
  expect(text.length).toBeLessThan(800);
});

test('a long text without marked words is shown from its start', () => {
  expect(LONG.startsWith(shown(LONG, []))).toBe(true);
});

test('a character of two code units is not split, in a text without spaces', () => {
  const text = '😀'.repeat(2000);
  const [start, end] = excerptOf(text, [[1501, 1503]]);
  expect(text.slice(start, end).isWellFormed()).toBe(true);
  expect(excerptOf(text, [[1503, 1505]]).map((at) => text.slice(at).isWellFormed())).toEqual([
    true,
    true,
  ]);
});

test('marked words are parts of their own, and the parts are the text', () => {
  const parts = markedParts('the engine of an engine', [
    [4, 10],
    [17, 23],
  ]);
  expect(parts.map(({ text, marked }) => (marked ? `[${text}]` : text))).toEqual([
    'the ',
    '[engine]',
    ' of an ',
    '[engine]',
  ]);
});

test.each([
  [[[4, 10] as const, [6, 12] as const]],
  [[[20, 90] as const]],
  [[[50, 60] as const]],
  [[[10, 4] as const]],
])('overlapping and impossible marks %j lose no text', (marks) => {
  const text = 'the engine of an engine';
  expect(
    markedParts(text, marks)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('only the range that is shown has parts', () => {
  const parts = markedParts('the engine', [[4, 10]], [2, 7]);
  expect(parts.map(({ text }) => text)).toEqual(['e ', 'eng']);
});

test('a shortened text has a line for each paragraph, and none that is blank', () => {
  expect(linesOfParagraphs('A title\n\nA text that\nis wrapped.\n \n\nAnother.')).toBe(
    'A title\nA text that is wrapped.\nAnother.',
  );
});
