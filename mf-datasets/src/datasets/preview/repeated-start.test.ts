import { expect, test } from 'vitest';

import { repeatedStart } from './repeated-start.ts';

test.each([
  ['one two', 'two three', 3],
  ['one two', 'one', 0],
  ['aaaaa', 'aaaa', 4],
  ['', 'a', 0],
  ['a', '', 0],
])('after "%s", "%s" repeats %i characters', (before, chunk, length) => {
  expect(repeatedStart(before, chunk)).toBe(length);
});
