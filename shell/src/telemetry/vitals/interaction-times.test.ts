import { expect, test } from 'vitest';

import { InteractionTimes } from './interaction-times.ts';

test('a screen without interactions has no figure', () => {
  expect(new InteractionTimes().interactionToNextPaint()).toBeUndefined();
});

test('the longest event of the longest interaction counts', () => {
  const times = new InteractionTimes();
  times.add(1, 16);
  times.add(1, 64);
  times.add(2, 40);
  expect(times.interactionToNextPaint()).toBe(64);
});

test('one of fifty is left out as an outlier', () => {
  const times = new InteractionTimes();
  times.add(1, 900);
  for (let id = 2; id < 50; id += 1) times.add(id, 24);
  expect(times.interactionToNextPaint()).toBe(900);
  times.add(50, 48);
  expect(times.interactionToNextPaint()).toBe(48);
});
