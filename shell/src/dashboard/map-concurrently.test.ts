import { expect, test } from 'vitest';

import { mapConcurrently } from './map-concurrently.ts';

test('a pool works on six items at once, and gives the results in the order of the items', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  let running = 0;
  let most = 0;
  const results = await mapConcurrently(items, 6, async (item) => {
    running += 1;
    most = Math.max(most, running);
    // The later an item, the sooner it is done.
    for (let turn = items.length; turn > item; turn -= 1) await Promise.resolve();
    running -= 1;
    return item * 2;
  });
  expect(most).toBe(6);
  expect(results).toEqual(items.map((item) => item * 2));
});
