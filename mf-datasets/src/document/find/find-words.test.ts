import { makeBlocks } from '@carrel/shared/testing';
import { expect, test } from 'vitest';

import { findWords } from './find-words.ts';

/** What is found, as it is written in the text, and what is written from the best place on. */
function found(words: string[], texts: string[], [start, end] = [0, Infinity]) {
  const whole = texts.join('\n\n');
  const blocks = makeBlocks(...texts.map((text) => ({ text })));
  const range = { start, end: Math.min(end, whole.length) };
  const { ranges, place } = findWords(blocks, range, words);
  return {
    words: ranges.map((one) => whole.slice(one.start, one.end)),
    from: place === undefined ? undefined : whole.slice(place, place + 8),
  };
}

test('words are found whatever their case and accents, in every block', () => {
  expect(found(['cafe', 'Zürich'], ['The Café in', 'ZURICH, cafeteria']).words).toEqual([
    'Café',
    'ZURICH',
  ]);
});

test('words are found only within the range', () => {
  expect(found(['one'], ['one one one'], [4, 8]).words).toEqual(['one']);
});

test('a word that is nowhere whole is found as a part of others', () => {
  expect(found(['Case'], ['camelCase and lowerCase']).words).toEqual(['Case', 'Case']);
  expect(found(['大学'], ['清华大学的学生']).words).toEqual(['大学']);
});

test('of words within one another the longer is found', () => {
  expect(found(['12', 'AB-12/3'], ['part AB-12/3']).words).toEqual(['AB-12/3']);
});

test('the best place is where most different words are', () => {
  const far = 'filler '.repeat(60);
  const texts = [`the policy ${far}`, `a policy that replaces distutils ${far}`, 'distutils'];
  expect(found(['policy', 'replaces', 'distutils'], texts).from).toBe('policy t');
  expect(found(['nowhere'], texts)).toEqual({ words: [], from: undefined });
});
