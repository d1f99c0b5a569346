import { expect, test } from 'vitest';

import { ConnectionLock } from './connection-lock.ts';

/** Starts tasks that end when the returned function is called, and records the order of their starts. */
function record(lock: ConnectionLock) {
  const started: string[] = [];
  const enter = (mode: 'exclusive' | 'shared', name: string, lowPriority = false) => {
    const ending = Promise.withResolvers<void>();
    const done = lock[mode](
      () => {
        started.push(name);
        return ending.promise;
      },
      { lowPriority },
    );
    return async () => {
      ending.resolve();
      await done;
    };
  };
  return { started, enter };
}

/** Resolves once every task that may start has started. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('shared tasks run concurrently; an exclusive one waits for them and blocks those behind it', async () => {
  const { started, enter } = record(new ConnectionLock());
  const [first, second, exclusive, third] = [
    enter('shared', 'first'),
    enter('shared', 'second'),
    enter('exclusive', 'exclusive'),
    enter('shared', 'third'),
  ];
  await settled();
  expect(started).toEqual(['first', 'second']);
  await first();
  await second();
  await settled();
  expect(started).toEqual(['first', 'second', 'exclusive']);
  await exclusive();
  await third();
  expect(started).toEqual(['first', 'second', 'exclusive', 'third']);
});

test('a task that fails rejects for its own caller, and the next one runs', async () => {
  const lock = new ConnectionLock();
  const failed = lock.exclusive(() => Promise.reject(new Error('No')));
  const next = lock.exclusive(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('No');
  expect(await next).toBe('next');
});

test('low-priority tasks start after normal ones that arrive later', async () => {
  const { started, enter } = record(new ConnectionLock(60_000));
  const first = enter('exclusive', 'first');
  const low = enter('exclusive', 'low priority', true);
  const secondLow = enter('shared', 'second low priority', true);
  const later = enter('shared', 'later');
  await settled();
  await first();
  const latest = enter('shared', 'latest');
  await later();
  await latest();
  await low();
  await secondLow();
  expect(started).toEqual(['first', 'later', 'latest', 'low priority', 'second low priority']);
});

test('a low-priority task does not wait indefinitely', async () => {
  const { started, enter } = record(new ConnectionLock(0));
  const first = enter('shared', 'first');
  const low = enter('exclusive', 'low priority', true);
  const later = enter('shared', 'later');
  await settled();
  expect(started).toEqual(['first']);
  await first();
  await low();
  await later();
  expect(started).toEqual(['first', 'low priority', 'later']);
});

test('low-priority tasks that have waited long do not keep normal ones waiting', async () => {
  let now = 0;
  const { started, enter } = record(new ConnectionLock(50, () => now));
  const ends = [enter('exclusive', 'first')];
  for (const name of ['low 1', 'low 2', 'low 3']) ends.push(enter('exclusive', name, true));
  now = 60;
  for (const name of ['normal 1', 'normal 2']) ends.push(enter('exclusive', name));
  for (const end of ends) void end();
  await expect.poll(() => started).toHaveLength(6);
  expect(started).toEqual(['first', 'low 1', 'normal 1', 'normal 2', 'low 2', 'low 3']);
});
