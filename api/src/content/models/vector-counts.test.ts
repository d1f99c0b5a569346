import { expect, test } from 'vitest';

import { createVectorCounts } from './vector-counts.ts';

const OF = { organizationId: 'a', datasetId: 'b', modelId: 'c' };

test('vectors are counted once for each change of them, and not with each change while they are added', async () => {
  let now = 0;
  let counts = 0;
  const counted = createVectorCounts(() => now);
  const count = () => {
    counts += 1;
    return Promise.resolve(counts * 10);
  };
  expect(await counted({ ...OF, version: 1 }, count)).toBe(10);
  now = 60_000;
  expect(await counted({ ...OF, version: 1 }, count)).toBe(10);
  expect(await counted({ ...OF, version: 2 }, count)).toBe(20);
  now = 61_000;
  expect(await counted({ ...OF, version: 3 }, count)).toBe(20);
  now = 95_000;
  expect(await counted({ ...OF, version: 3 }, count)).toBe(30);
  expect(counts).toBe(3);
});
