import { expect, test } from 'vitest';

import { createRequestQueue } from './request-queue.ts';

const { signal: OPEN } = new AbortController();

/** A preview that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: () => resolve() };
}

test('S9: a full queue refuses, and continues in order of arrival', async () => {
  const inQueue = createRequestQueue('previews', 'Others are being made.');
  const first = held();
  const order: string[] = [];
  const running = inQueue('first', OPEN, first.work);
  const waiting = Array.from({ length: 8 }, (_, number) =>
    inQueue(`account ${number}`, OPEN, async () => {
      order.push(await Promise.resolve(String(number)));
    }),
  );
  await expect(inQueue('late', OPEN, first.work)).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 2,
  });
  first.end();
  await Promise.all([running, ...waiting]);
  expect(order.join('')).toBe('01234567');
  await expect(inQueue('late', OPEN, () => Promise.resolve('done'))).resolves.toBe('done');
});

test('S9: an aborted request no longer waits, and a failure frees the worker', async () => {
  const inQueue = createRequestQueue('previews', 'Others are being made.');
  const first = held();
  const running = inQueue('one', OPEN, () =>
    first.work().then(() => Promise.reject(new Error('failed'))),
  );
  const client = new AbortController();
  const superseded = inQueue('one', client.signal, () => Promise.resolve('old'));
  client.abort();
  await expect(superseded).rejects.toMatchObject({ status: 503 });
  const newest = inQueue('one', OPEN, () => Promise.resolve('new'));
  first.end();
  await expect(running).rejects.toThrow('failed');
  await expect(newest).resolves.toBe('new');
});
