import { expect, test } from 'vitest';

import { formatLogPosition, parseLogPosition } from './log-position.ts';

test.each([
  ['0/0', 0n],
  ['16/B374D848', 0x16_b374_d848n],
  ['FFFFFFFF/FFFFFFFF', 2n ** 64n - 1n],
])('the position %s is read and written', (text, position) => {
  expect(parseLogPosition(text)).toBe(position);
  expect(formatLogPosition(position)).toBe(text);
});

test.each([
  '',
  '/',
  '0',
  '0/',
  '/0',
  'g/0',
  '1/2/3',
  ' 0/0',
  '0/0 ',
  '-1/0',
  '123456789/0',
  '0/\n0',
])('the text %j is no position', (text) => {
  expect(parseLogPosition(text)).toBeUndefined();
});
