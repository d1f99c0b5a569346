import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { startDeadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a deadline is over after its time, which begins again with each part', () => {
  const deadline = startDeadline(100, []);
  for (let part = 0; part < 5; part += 1) {
    vi.advanceTimersByTime(99);
    deadline.extend();
  }
  expect(deadline.isOver()).toBe(false);
  vi.advanceTimersByTime(100);
  expect([deadline.isOver(), deadline.signal.aborted]).toEqual([true, true]);
});

test('a deadline that pauses waits, and goes on being aborted with its signals', () => {
  const abort = new AbortController();
  const deadline = startDeadline(100, [undefined, abort.signal]);
  deadline.pause();
  vi.advanceTimersByTime(1000);
  expect(deadline.signal.aborted).toBe(false);
  abort.abort(new Error('Enough'));
  expect(deadline.signal.reason).toEqual(new Error('Enough'));
  expect(deadline.isOver()).toBe(false);
});

test('a deadline that has ended leaves no timer, and looks at no signal', () => {
  const abort = new AbortController();
  const deadline = startDeadline(100, [abort.signal]);
  deadline.end();
  deadline.extend();
  expect(vi.getTimerCount()).toBe(0);
  abort.abort();
  expect(deadline.signal.aborted).toBe(false);
});
