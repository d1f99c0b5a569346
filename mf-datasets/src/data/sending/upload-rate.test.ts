import { describe, expect, test } from 'vitest';

import { rateOf, timeLeft, withSample } from './upload-rate.ts';
import type { Sample } from './upload-rate.ts';

describe('the speed of an upload', () => {
  test('is unknown for half a second', () => {
    expect(rateOf([])).toBeNull();
    expect(
      rateOf([
        { at: 0, loaded: 0 },
        { at: 499, loaded: 4000 },
      ]),
    ).toBeNull();
  });

  test('counts the last five seconds only, so that it follows a connection that slows down', () => {
    let samples: readonly Sample[] = [];
    let loaded = 0;
    for (let second = 0; second <= 20; second += 1) {
      samples = withSample(samples, { at: second * 1000, loaded });
      loaded += second < 10 ? 1_000_000 : 1000;
    }
    expect(rateOf(samples)).toBe(1000);
    expect(samples.length).toBeLessThanOrEqual(6);
  });
});

test.each([
  [1000, null, null],
  [1000, 0, null],
  [0, 1000, 'about 0 s left'],
  [1500, 1000, 'about 2 s left'],
  [59_000, 1000, 'about 59 s left'],
  [60_000, 1000, 'about 1 min left'],
  [3_540_000, 1000, 'about 59 min left'],
  [3_900_000, 1000, 'about 1 h 5 min left'],
])('%i bytes at %s bytes a second: %s', (bytes, rate, text) => {
  expect(timeLeft(bytes, rate)).toBe(text);
});
