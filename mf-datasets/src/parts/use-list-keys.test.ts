import { expect, test } from 'vitest';

import { rowAfterKey, rowOfTyped } from './use-list-keys.ts';

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 24, 24],
  ['ArrowUp', 5, 4],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 13],
  ['PageDown', 20, 24],
  ['PageUp', 3, 0],
  ['Home', 12, 0],
  ['End', 12, 24],
  ['Enter', 12, undefined],
  ['a', 12, undefined],
])('%s on row %i of 25 moves to %s', (key, from, to) => {
  expect(rowAfterKey(key, from, 25)).toBe(to);
});

const names = ['Archive', 'contracts', 'Minutes', 'a.pdf', 'Agenda.docx', 'zebra.md'];

test.each([
  ['a', 0, 3],
  ['aa', 3, 4],
  ['aaa', 4, 0],
  ['ag', 3, 4],
  ['MIN', 2, 2],
  ['z', 0, 5],
  ['q', 0, -1],
])('typing %j on row %i finds row %i', (typed, from, row) => {
  expect(rowOfTyped(names, typed, from)).toBe(row);
});
