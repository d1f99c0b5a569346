import { expect, test } from 'vitest';

import { createEmbeddingRate } from './embedding-rate.ts';

test('a rate is that of the last minute in which texts were embedded', () => {
  let now = 10_000;
  const rate = createEmbeddingRate(() => now);
  expect(rate.perSecond()).toBeUndefined();
  now = 13_999;
  rate.note(64, 3999);
  rate.note(16, 2000);
  expect(rate.perSecond()).toBe(20);
  now += 3_600_000;
  expect(rate.perSecond()).toBe(20);
  rate.note(5, 100);
  expect(rate.perSecond()).toBe(5);
});

test('a request that took longer than a minute counts as one of a minute', () => {
  const rate = createEmbeddingRate(() => 1_000_000);
  rate.note(120, 500_000);
  expect(rate.perSecond()).toBe(2);
});
