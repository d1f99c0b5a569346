import { expect, test } from 'vitest';

import { satisfiesRange } from './satisfies-range.ts';

test.each([
  ['1.2.0', '^1.2.0'],
  ['1.2.1', '^1.2.0'],
  ['1.10.0', '^1.9.3'],
  ['0.3.7', '^0.3.1'],
  ['0.0.3', '^0.0.3'],
  ['0.0.0', '^0.0.0'],
  ['1.2.9', '~1.2.3'],
  ['1.2.3', '1.2.3'],
  ['3.0.0', '>=2.9.9'],
  ['0.0.1', '*'],
])('%s is in %s', (version, range) => {
  expect(satisfiesRange(version, range)).toBe(true);
});

test.each([
  ['1.1.9', '^1.2.0'],
  ['2.0.0', '^1.2.0'],
  ['1.9.9', '^1.10.0'],
  ['0.4.0', '^0.3.1'],
  ['0.3.0', '^0.3.1'],
  ['0.0.4', '^0.0.3'],
  ['0.0.1', '^0.0.0'],
  ['1.3.0', '~1.2.3'],
  ['1.2.2', '~1.2.3'],
  ['1.2.4', '1.2.3'],
  ['2.9.8', '>=2.9.9'],
])('%s is not in %s', (version, range) => {
  expect(satisfiesRange(version, range)).toBe(false);
});

test.each([
  ['1.2.3-beta.1', '^1.2.0'],
  ['^1.2.3', '^1.2.0'],
  ['1.2.3', '^1.2'],
  ['1.2.3', '1.x || 2.x'],
  ['1.2.3', ''],
  ['', '^1.0.0'],
])('%s is not in %s, which is not supported', (version, range) => {
  expect(satisfiesRange(version, range)).toBe(false);
});
