import { expect, test } from 'vitest';

import { BoundedCache } from './bounded-cache.ts';

const MINUTE = 60_000;

function cacheOf(bytes: number) {
  let time = 0;
  const cache = new BoundedCache<string>({
    bytes,
    idleMilliseconds: 10 * MINUTE,
    now: () => time,
  });
  const valuesOf = (...keys: string[]) => keys.map((key) => cache.get(key));
  return { cache, valuesOf, pass: (milliseconds: number) => (time += milliseconds) };
}

test('the least recently used values are dropped once all take too many bytes', () => {
  const { cache, valuesOf } = cacheOf(10);
  cache.set('a', 'A', { bytes: 4 });
  cache.set('b', 'B', { bytes: 4 });
  cache.get('a');
  cache.set('c', 'C', { bytes: 4 });
  expect(valuesOf('a', 'b', 'c')).toEqual(['A', undefined, 'C']);
  expect(cache.bytes).toBe(8);
});

test('a value that is larger than the cache is not kept, nor the one that it replaces', () => {
  const { cache, valuesOf } = cacheOf(10);
  cache.set('a', 'A', { bytes: 4 });
  cache.set('b', 'B', { bytes: 4 });
  cache.set('a', 'AA', { bytes: 11 });
  expect(valuesOf('a', 'b')).toEqual([undefined, 'B']);
  expect(cache.bytes).toBe(4);
});

test('values that nobody reads any more are dropped when others come, and only then', () => {
  const { cache, valuesOf, pass } = cacheOf(100);
  cache.set('replaced', 'A', { bytes: 4 });
  cache.set('read', 'B', { bytes: 4 });
  pass(9 * MINUTE);
  expect(valuesOf('read')).toEqual(['B']);
  pass(2 * MINUTE);
  expect(cache.bytes).toBe(8);
  cache.set('new', 'C', { bytes: 4 });
  expect(valuesOf('replaced', 'read', 'new')).toEqual([undefined, 'B', 'C']);
  expect(cache.bytes).toBe(8);
});

test('a number of entries is not exceeded, and the last ones stay', () => {
  const cache = new BoundedCache<number>({ entries: 16 });
  for (let count = 0; count < 100; count += 1) {
    cache.set(String(count), count);
    expect(cache.get('0')).toBe(0);
  }
  const kept = Array.from({ length: 100 }, (_, at) => cache.get(String(at))).filter(
    (value) => value !== undefined,
  );
  expect(kept.length).toBeLessThanOrEqual(16);
  expect(kept).toEqual(expect.arrayContaining([0, 90, 99]));
});

test('a cache that keeps its order drops what was set first, though it was read', () => {
  const cache = new BoundedCache<string>({ entries: 2, keepsOrder: true });
  cache.set('a', 'A');
  cache.set('b', 'B');
  cache.get('a');
  cache.set('c', 'C');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 'B', 'C']);
});

test('a tenant that reads much forgets its own, the oldest first', () => {
  const cache = new BoundedCache<string>({ bytes: 100 });
  cache.set('one', 'of b', { bytes: 20, tenant: 'b' });
  for (let count = 0; count < 50; count += 1) {
    cache.set(String(count), 'of a', { bytes: 10, tenant: 'a' });
  }
  expect(cache.get('one', 'b')).toBe('of b');
  expect(cache.get('49', 'a')).toBe('of a');
  expect(cache.get('0', 'a')).toBeUndefined();
  cache.set('one', 'of a', { bytes: 101, tenant: 'a' });
  expect(cache.get('one', 'a')).toBeUndefined();
  expect(cache.get('one', 'b')).toBe('of b');
});
