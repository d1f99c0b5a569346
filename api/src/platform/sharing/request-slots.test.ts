import { expect, test } from 'vitest';

import { createRequestSlots } from './request-slots.ts';

/** Requests that run until the test ends them. */
function heldRequests() {
  const inSlot = createRequestSlots('previews', 'Others are being made.');
  const { promise, resolve } = Promise.withResolvers<string>();
  return {
    ask: (organizationId: string, callerId: string) =>
      inSlot({ organizationId, callerId }, () => promise),
    end: () => resolve('done'),
  };
}

const failing = () => Promise.reject(new Error('failed'));

const FULL = { status: 503, retryAfterSeconds: 2 };

test('S9: a caller has two slots, and leaves the others of the organization', async () => {
  const { ask, end } = heldRequests();
  const running = [ask('a', 'one'), ask('a', 'one')];
  await expect(ask('a', 'one')).rejects.toMatchObject(FULL);
  running.push(ask('a', 'two'));
  end();
  await expect(Promise.all(running)).resolves.toHaveLength(3);
  await expect(ask('a', 'one')).resolves.toBe('done');
});

test('S9: a full organization is refused, and no other one', async () => {
  const { ask, end } = heldRequests();
  const running = Array.from({ length: 4 }, (_, n) => [ask('a', `${n}`), ask('a', `${n}`)]).flat();
  await expect(ask('a', '0')).rejects.toMatchObject(FULL);
  // Half of the slots are for callers that have none.
  for (let n = 4; n < 12; n += 1) {
    running.push(ask('a', `${n}`));
    await expect(ask('a', `${n}`)).rejects.toMatchObject(FULL);
  }
  await expect(ask('a', 'late')).rejects.toMatchObject(FULL);
  running.push(ask('b', 'one'));
  end();
  await expect(Promise.all(running)).resolves.toHaveLength(17);
});

test('S9: a failure frees its slot', async () => {
  const inSlot = createRequestSlots('previews', 'Others are being made.');
  const requester = { organizationId: 'a', callerId: 'one' };
  for (let count = 0; count < 3; count += 1) {
    await expect(inSlot(requester, failing)).rejects.toThrow('failed');
  }
});
