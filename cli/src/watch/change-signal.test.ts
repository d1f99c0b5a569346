import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ChangeSignal } from './change-signal.ts';

const { signal } = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits for the next signal, and counts it. */
function follow(changes: ChangeSignal): { count: number } {
  const seen = { count: 0 };
  void (async () => {
    for (;;) {
      await changes.next(signal);
      seen.count += 1;
    }
  })();
  return seen;
}

test('a signal comes although the clock of the machine was set back', async () => {
  const changes = new ChangeSignal({ quiet: 1000, longest: 10_000 });
  const seen = follow(changes);
  changes.notify();
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen.count).toBe(1);
});

test('many changes are one signal, once a second has passed without one', async () => {
  const changes = new ChangeSignal({ quiet: 1000, longest: 10_000 });
  const seen = follow(changes);
  for (let times = 0; times < 5; times += 1) {
    changes.notify();
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(seen.count).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(seen.count).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.count).toBe(1);
});

test('changes that never stop are a signal every ten seconds', async () => {
  const changes = new ChangeSignal({ quiet: 1000, longest: 10_000 });
  const seen = follow(changes);
  for (let times = 0; times < 210; times += 1) {
    changes.notify();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(seen.count).toBe(2);
});

test('changes during the work are one more signal after it', async () => {
  const changes = new ChangeSignal({ quiet: 1000, longest: 10_000 });
  changes.notify();
  changes.notify();
  const seen = follow(changes);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.count).toBe(1);
});

test('an interruption ends the waiting', async () => {
  const controller = new AbortController();
  const next = new ChangeSignal({ quiet: 1000, longest: 10_000 }).next(controller.signal);
  controller.abort(new Error('Interrupted'));
  await expect(next).rejects.toThrow('Interrupted');
});
