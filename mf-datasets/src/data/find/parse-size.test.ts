import { expect, test } from 'vitest';

import { parseSize, writeSize } from './parse-size.ts';

test.each([
  ['500 KB', 512_000],
  ['1.5mb', 1_572_864],
  [' 2 GB ', 2_147_483_648],
  ['0 B', 0],
  ['500', undefined],
  ['many KB', undefined],
  ['-1 KB', undefined],
  ['99999999999999999999 GB', undefined],
  ['', undefined],
])('the size %j is %s bytes', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test.each([
  [0, '0 B'],
  [500, '500 B'],
  [512_000, '500 KB'],
  [1_572_864, '1.5 MB'],
])('%s bytes are written as %s', (bytes, text) => {
  expect(writeSize(bytes)).toBe(text);
});
