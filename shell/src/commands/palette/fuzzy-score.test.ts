import { describe, expect, test } from 'vitest';

import { fuzzyScore } from './fuzzy-score.ts';

const best = (query: string, texts: string[]) =>
  texts.toSorted((one, other) => fuzzyScore(other, query) - fuzzyScore(one, query))[0];

describe('how well a text matches a query', () => {
  test.each([
    ['Create dataset', 'cd'],
    ['Create dataset', 'creat'],
    ['Create dataset', 'dataset create'],
    ['Élan vital', 'elan'],
    ['Elan vital', 'ÉLAN'],
    ['Team library', 'tmlib'],
  ])('%s is found by %s', (text, query) => {
    expect(fuzzyScore(text, query)).toBeGreaterThan(0);
  });

  test.each([
    ['Create dataset', 'xyz'],
    ['Create dataset', 'dataset workspace'],
    ['Create dataset', ''],
    ['Create dataset', 'z'],
  ])('%s is not found by "%s"', (text, query) => {
    expect(fuzzyScore(text, query)).toBe(0);
  });

  test('the start of the text scores above a word, a word above its middle, that above scattered letters', () => {
    const texts = ['Reports archive', 'Old reports', 'Unreported', 'Red porter station'];
    expect(best('report', texts)).toBe('Reports archive');
    expect(best('report', texts.slice(1))).toBe('Old reports');
    expect(best('report', texts.slice(2))).toBe('Unreported');
    expect(best('rps', texts.slice(2))).toBe('Red porter station');
  });
});
