import { expect, test } from 'vitest';

import { createFairRuns } from './fair-runs.ts';

const NEVER = new AbortController().signal;

/** Runs that last until the test ends them, and the organizations in the order in which theirs began. */
function heldRuns(options: { slots: number; waitingMax: number }) {
  const run = createFairRuns({
    ...options,
    name: 'searches',
    what: 'Too many searches are running.',
    retryAfterSeconds: 1,
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (organizationId: string, signal = NEVER) =>
    run(organizationId, signal, () => {
      begun.push(organizationId);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return { begun, ends, ask };
}

async function endNext(ends: (() => void)[]): Promise<void> {
  ends.shift()?.();
  await new Promise(setImmediate);
}

test('organizations that wait share the slots, whoever asked more', async () => {
  const { begun, ends, ask } = heldRuns({ slots: 1, waitingMax: 5 });
  const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map((each) => ask(each));
  for (let n = 0; n < all.length; n += 1) {
    await new Promise(setImmediate);
    await endNext(ends);
  }
  await Promise.all(all);
  expect(begun.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
  expect(begun).toHaveLength(7);
});

test('an organization whose queue is full is refused, and no other one', async () => {
  const { begun, ask } = heldRuns({ slots: 1, waitingMax: 1 });
  void ask('a');
  void ask('a');
  await expect(ask('a')).rejects.toMatchObject({
    status: 503,
    message: 'Too many searches are running. Please try again in a moment.',
    retryAfterSeconds: 1,
  });
  void ask('b');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a']);
});

test('a request that is aborted leaves the queue', async () => {
  const { begun, ends, ask } = heldRuns({ slots: 1, waitingMax: 1 });
  const gone = new AbortController();
  void ask('a');
  const waiting = ask('a', gone.signal);
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ isExpected: true });
  void ask('a');
  await new Promise(setImmediate);
  await endNext(ends);
  expect(begun).toEqual(['a', 'a']);
});

test('a failure frees its slot', async () => {
  const run = createFairRuns({
    slots: 1,
    waitingMax: 1,
    name: 'searches',
    what: '',
    retryAfterSeconds: 1,
  });
  const failing = () => run('a', NEVER, () => Promise.reject(new Error('failed')));
  await expect(failing()).rejects.toThrow('failed');
  await expect(failing()).rejects.toThrow('failed');
});
