import { expect, test } from 'vitest';

import { createServiceLane, LANE_SLOTS } from './service-lane.ts';

/** Fills a lane; returns what has begun, and how to end it. */
function fill(lane: ReturnType<typeof createServiceLane>) {
  const begun: { organizationId: string; end: () => void }[] = [];
  const add = (organizationId: string, count: number) =>
    Array.from({ length: count }, () =>
      lane.run(organizationId, () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        begun.push({ organizationId, end: resolve });
        return promise;
      }),
    );
  return { begun, add };
}

test('a few requests are sent at once, and the next slot is that of the organization with the fewest', async () => {
  const { begun, add } = fill(createServiceLane());
  const [first] = add('large', 20);
  void Promise.all(add('small', 1));
  await expect.poll(() => begun.length).toBe(LANE_SLOTS);
  begun[0]?.end();
  await first;
  await expect.poll(() => begun.map(({ organizationId }) => organizationId)).toContain('small');
  expect(begun).toHaveLength(LANE_SLOTS + 1);
});

test('a service that is busy gets fewer requests, then fewer texts, and more again once it works', async () => {
  const lane = createServiceLane();
  lane.slowDown();
  lane.slowDown();
  const { begun, add } = fill(lane);
  void Promise.all(add('one', 5));
  await expect.poll(() => begun.length).toBe(1);
  expect(lane.batchMax).toBe(Infinity);
  for (let times = 0; times < 8; times += 1) lane.slowDown();
  expect(lane.batchMax).toBe(1);
  for (let times = 0; times < 200; times += 1) lane.noteWorked();
  expect(lane.batchMax).toBe(Infinity);
  await expect.poll(() => begun.length).toBe(LANE_SLOTS);
});
