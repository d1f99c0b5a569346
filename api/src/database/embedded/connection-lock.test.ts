import { expect, test } from 'vitest';

import { ConnectionLock } from './connection-lock.ts';

/** Tasks that end when they are told to, and the order in which they began. */
function stage(turns: ConnectionLock) {
  const begun: string[] = [];
  const enter = (how: 'take' | 'share', name: string, background = false) => {
    const ending = Promise.withResolvers<void>();
    const done = turns[how](
      () => {
        begun.push(name);
        return ending.promise;
      },
      { background },
    );
    return async () => {
      ending.resolve();
      await done;
    };
  };
  return { begun, enter };
}

/** Whatever may begin has begun. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('those that share run beside each other, one that is alone waits for them and holds up the rest', async () => {
  const { begun, enter } = stage(new ConnectionLock());
  const [first, second, alone, third] = [
    enter('share', 'first'),
    enter('share', 'second'),
    enter('take', 'alone'),
    enter('share', 'third'),
  ];
  await settled();
  expect(begun).toEqual(['first', 'second']);
  await first();
  await second();
  await settled();
  expect(begun).toEqual(['first', 'second', 'alone']);
  await alone();
  await third();
  expect(begun).toEqual(['first', 'second', 'alone', 'third']);
});

test('a task that fails lets the next one run, and says so to its own caller', async () => {
  const turns = new ConnectionLock();
  const failed = turns.take(() => Promise.reject(new Error('No')));
  const next = turns.take(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('No');
  expect(await next).toBe('next');
});

test('the background lets those pass that come later', async () => {
  const { begun, enter } = stage(new ConnectionLock(60_000));
  const first = enter('take', 'first');
  const patient = enter('take', 'background', true);
  const patientToo = enter('share', 'background too', true);
  const later = enter('share', 'later');
  await settled();
  await first();
  const latest = enter('share', 'latest');
  await later();
  await latest();
  await patient();
  await patientToo();
  expect(begun).toEqual(['first', 'later', 'latest', 'background', 'background too']);
});

test('the background does not wait for ever', async () => {
  const { begun, enter } = stage(new ConnectionLock(0));
  const first = enter('share', 'first');
  const patient = enter('take', 'background', true);
  const later = enter('share', 'later');
  await settled();
  expect(begun).toEqual(['first']);
  await first();
  await patient();
  await later();
  expect(begun).toEqual(['first', 'background', 'later']);
});
