import { expect, test } from 'vitest';

import { counted, kindLabel, ordinal } from './words.ts';

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [23, '23rd'],
  [1001, '1,001st'],
])('place %i is called %s', (place, text) => {
  expect(ordinal(place)).toBe(text);
});

test('a count has its noun', () => {
  expect(counted(1, 'chunk')).toBe('1 chunk');
  expect(counted(23_414, 'chunk')).toBe('23,414 chunks');
});

test('a kind that this console does not know is shown as it is', () => {
  expect([kindLabel('pdf'), kindLabel('hologram')]).toEqual(['PDF', 'hologram']);
});
