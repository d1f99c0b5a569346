import { expect, test } from 'vitest';

import { SharedCache } from './shared-cache.ts';

test('an organization that reads much forgets its own, the oldest first', () => {
  const cache = new SharedCache<string>(100);
  cache.set('b', 'one', 'of b', 20);
  for (let count = 0; count < 50; count += 1) cache.set('a', String(count), 'of a', 10);
  expect(cache.get('b', 'one')).toBe('of b');
  expect(cache.get('a', '49')).toBe('of a');
  expect(cache.get('a', '0')).toBeUndefined();
});

test('what is too large for it is not kept, and nothing else is lost for it', () => {
  const cache = new SharedCache<string>(100);
  cache.set('b', 'one', 'of b', 20);
  cache.set('a', 'one', 'of a', 101);
  expect(cache.get('a', 'one')).toBeUndefined();
  expect(cache.get('b', 'one')).toBe('of b');
});
