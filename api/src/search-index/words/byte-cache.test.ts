import { expect, test } from 'vitest';

import { ByteCache } from './byte-cache.ts';

const MINUTE = 60_000;

function cacheAt(limit: number) {
  let time = 0;
  const cache = new ByteCache<string>(limit, () => time);
  const valuesOf = (...keys: string[]) => keys.map((key) => cache.get(key));
  return { cache, valuesOf, pass: (milliseconds: number) => (time += milliseconds) };
}

test('the least recently used values are dropped once all take too many bytes', () => {
  const { cache, valuesOf } = cacheAt(10);
  cache.set('a', 'A', 4);
  cache.set('b', 'B', 4);
  cache.get('a');
  cache.set('c', 'C', 4);
  expect(valuesOf('a', 'b', 'c')).toEqual(['A', undefined, 'C']);
  expect(cache.bytes).toBe(8);
});

test('a value that is larger than the cache is not kept', () => {
  const { cache, valuesOf } = cacheAt(10);
  cache.set('a', 'A', 11);
  expect(valuesOf('a')).toEqual([undefined]);
  expect(cache.bytes).toBe(0);
});

test('values that nobody reads any more are dropped when others come, and only then', () => {
  const { cache, valuesOf, pass } = cacheAt(100);
  cache.set('replaced', 'A', 4);
  cache.set('read', 'B', 4);
  pass(9 * MINUTE);
  expect(valuesOf('read')).toEqual(['B']);
  pass(2 * MINUTE);
  expect(cache.bytes).toBe(8);
  cache.set('new', 'C', 4);
  expect(valuesOf('replaced', 'read', 'new')).toEqual([undefined, 'B', 'C']);
  expect(cache.bytes).toBe(8);
});
