import { expect, test } from 'vitest';

import { CitationFilter } from './citations.ts';

function filtered(parts: readonly string[], passages = 3) {
  const filter = new CitationFilter(passages);
  const text = parts.map((part) => filter.push(part)).join('') + filter.end();
  return { text, ...filter.counts };
}

test.each([
  ['a passage that exists', 'Two years [2].', 'Two years [2].', [2], 0],
  ['a passage that does not', 'Two years [99].', 'Two years.', [], 1],
  ['number zero', 'Two years [0].', 'Two years.', [], 1],
  ['several in one pair of brackets', 'Yes [1, 3].', 'Yes [1][3].', [1, 3], 0],
  ['some that exist', 'Yes [1, 9; 2].', 'Yes [1][2].', [1, 2], 1],
  ['one twice', '[1] and [1]', '[1] and [1]', [1], 0],
  ['words in brackets', 'see [sic] and a[i]', 'see [sic] and a[i]', [], 0],
  ['a bracket that never closes', 'an interval [1, 2', 'an interval [1, 2', [], 0],
  ['lines', 'One [1]\n\n[7] Two', 'One [1]\n\n Two', [1], 1],
])('an answer that cites %s', (_, answer, text, citations, dropped) => {
  expect(filtered([answer])).toEqual({ text, citations, dropped });
});

test('a citation that is cut anywhere is the same', () => {
  const answer = 'It lasts two years [2], or three [99]; see also [1, 12] and [3].';
  const whole = filtered([answer]);
  expect(whole.text).toBe('It lasts two years [2], or three; see also [1] and [3].');
  for (let at = 0; at <= answer.length; at += 1) {
    expect(filtered([answer.slice(0, at), answer.slice(at)])).toEqual(whole);
  }
  expect(filtered(answer.split(''))).toEqual(whole);
});

test('text is passed on as soon as it can no longer be a citation', () => {
  const filter = new CitationFilter(3);
  expect(filter.push('Two years')).toBe('Two years');
  expect(filter.push(' [1')).toBe('');
  expect(filter.push('] or')).toBe(' [1] or');
});
