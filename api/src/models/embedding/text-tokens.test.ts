import { expect, test } from 'vitest';

import { cutToCharacters, cutToTokens, estimateTokens, partTaken } from './text-tokens.ts';

test('tokens are estimated by script', () => {
  expect(Math.round(estimateTokens('a'.repeat(100)))).toBe(30);
  expect(Math.round(estimateTokens('字'.repeat(100)))).toBe(120);
  expect(estimateTokens('😀')).toBe(2.5);
  expect(estimateTokens('')).toBe(0);
});

test('a text is cut to about as many tokens, never within a character', () => {
  expect(cutToTokens('short', 100)).toBe('short');
  expect(cutToTokens('.'.repeat(1000), 60)).toHaveLength(60);
  const emoji = cutToTokens('😀'.repeat(1000), 11);
  expect(emoji).toBe('😀'.repeat(4));
  expect(cutToTokens('😀', 0.1)).toBe('😀');
});

test('characters are cut without half of one', () => {
  expect(cutToCharacters('a😀b', 2)).toBe('a');
  expect(cutToCharacters('a😀b', 3)).toBe('a😀');
  expect(cutToCharacters('ab', 5)).toBe('ab');
});

test.each([
  ["This model's maximum context length is 512 tokens, however you requested 813 tokens.", 813],
  ['Input validation error: `inputs` must have less than 512 tokens. Given: 700', 700],
  ['maximum context length is 512 tokens. However, you requested 1024 tokens in the input', 1024],
  ['the input length is 600, above the maximum of 512 tokens', 600],
])('a refusal says what part is taken: %s', (refusal, actual) => {
  expect(partTaken(refusal)).toBeCloseTo(512 / actual, 5);
});

test.each([
  '',
  'Bad request',
  'at most 10 texts',
  'maximum is 512 tokens',
  'max 512 tokens, got 3',
])('a refusal that does not say it is not guessed at: %s', (refusal) =>
  expect(partTaken(refusal)).toBeUndefined(),
);
