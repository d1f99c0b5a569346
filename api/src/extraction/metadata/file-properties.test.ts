import { expect, test } from 'vitest';

import { pdfProperties } from './file-properties.ts';

test('the information of a PDF has the names of other formats', () => {
  expect(Object.fromEntries(pdfProperties({ Title: 'A', Author: 'B', Producer: 'C' }))).toEqual({
    title: 'A',
    author: 'B',
  });
});

test.each([
  ["D:20260102030405+01'00'", '2026-01-02T02:04:05.000Z'],
  ['D:20260102030405Z', '2026-01-02T03:04:05.000Z'],
  ['D:202601', '2026-01-01T00:00:00.000Z'],
  ['2026', '2026-01-01T00:00:00.000Z'],
  ['D:20261302', undefined],
  ['yesterday', undefined],
])('the date %s is %s', (given, read) => {
  expect(pdfProperties({ CreationDate: given })).toEqual([['created', read]]);
});

test.each([undefined, null, 'text', { Title: 1 }, { Title: ['x'] }])('%j has none', (info) => {
  expect(pdfProperties(info)).toEqual([]);
});
