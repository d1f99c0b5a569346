import { METADATA_MAX } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { cleanMetadata } from './clean-metadata.ts';

const clean = (value: unknown, key = 'key') => cleanMetadata([[key, value]])['key'];

test.each<[unknown, unknown]>([
  [' a text ', 'a text'],
  [3.5, 3.5],
  [false, false],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [
    ['a', 2, true, null, {}, ' '],
    ['a', '2', 'true'],
  ],
  ['e\u0301', '\u00e9'],
  ['a\u0000\ud800b', 'a\ufffdb'],
])('the value %j is kept as %j', (given, kept) => {
  expect(clean(given)).toEqual(kept);
});

test.each([null, undefined, Number.NaN, Infinity, '', ' ', [], [{}], {}, new Date('x')])(
  'the value %j is left out',
  (given) => {
    expect(cleanMetadata([['key', given]])).toEqual({});
  },
);

test('texts and lists are cut', () => {
  expect(clean('x'.repeat(100_000))).toHaveLength(METADATA_MAX.text);
  expect(clean(`${'x'.repeat(METADATA_MAX.text - 1)}🙂`)).toBe('x'.repeat(METADATA_MAX.text - 1));
  expect(clean(Array.from({ length: 100 }, String))).toHaveLength(METADATA_MAX.list);
});

test.each(['', ' ', 'x'.repeat(65), 'a\nb', '__proto__', 'constructor', 'prototype'])(
  'the key %j is left out',
  (key) => {
    expect(cleanMetadata([[key, 'value']])).toEqual({});
  },
);

test('there are at most as many keys and bytes as a document may have', () => {
  const many = Array.from({ length: 1000 }, (_, at) => [`key ${at}`, 'x'] as const);
  expect(Object.keys(cleanMetadata(many))).toHaveLength(METADATA_MAX.keys);
  const long = many.map(([key]) => [key, 'é'.repeat(METADATA_MAX.text)] as const);
  const kept = cleanMetadata(long);
  expect(Object.keys(kept).length).toBeGreaterThan(5);
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(METADATA_MAX.bytes);
});

test('a later value of a key replaces an earlier one', () => {
  expect(
    cleanMetadata([
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ]),
  ).toEqual({ a: 3, b: 2 });
});
