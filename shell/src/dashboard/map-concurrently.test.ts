import { expect, test } from 'vitest';

import { mapConcurrently } from './map-concurrently.ts';

test('six items are processed at once, and the results are in the order of the items', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  let running = 0;
  let most = 0;
  const results = await mapConcurrently(items, 6, async (item) => {
    running += 1;
    most = Math.max(most, running);
    // Later items take less time.
    for (let turn = items.length; turn > item; turn -= 1) await Promise.resolve();
    running -= 1;
    return item * 2;
  });
  expect(most).toBe(6);
  expect(results).toEqual(items.map((item) => item * 2));
});
