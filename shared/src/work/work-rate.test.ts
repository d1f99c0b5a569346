import { describe, expect, test } from 'vitest';

import { rateOf, rateText, timeLeft, withReading } from './work-rate.ts';
import type { Reading } from './work-rate.ts';

const every = (seconds: number, ...waiting: number[]): Reading[] =>
  waiting.map((count, index) => ({ at: index * seconds * 1000, waiting: count }));

describe('the speed of processing', () => {
  test('is unknown for four seconds', () => {
    expect(rateOf([])).toBeNull();
    expect(rateOf(every(3.9, 100, 50))).toBeNull();
    expect(rateOf(every(4, 100, 60))).toBe(10);
  });

  test('counts the last minute only', () => {
    let readings: readonly Reading[] = [];
    let waiting = 100_000;
    for (let second = 0; second <= 120; second += 2) {
      readings = withReading(readings, { at: second * 1000, waiting });
      waiting -= second < 60 ? 2000 : 20;
    }
    expect(rateOf(readings)).toBe(10);
    expect(readings.length).toBeLessThanOrEqual(31);
  });

  test('is that of the time in which no documents came', () => {
    expect(rateOf(every(2, 100, 80, 500, 480, 460))).toBe(10);
    expect(rateOf(every(2, 100, 300, 500))).toBeNull();
  });

  test('is zero where nothing is finished', () => {
    expect(rateOf(every(5, 100, 100))).toBe(0);
  });
});

test.each([
  [null, null],
  [0, null],
  [385.4, '385/s'],
  [1200, '1,200/s'],
  [1, '1/s'],
  [0.5, '30/min'],
  [0.001, '1/min'],
])('a speed of %s is shown as %s', (rate, text) => {
  expect(rateText(rate)).toBe(text);
});

test.each([
  [100, null, null],
  [100, 0, null],
  [0, 10, null],
  [10, 10, 'a few seconds left'],
  [150, 10, 'a few seconds left'],
  [151, 10, 'about 20 s left'],
  [410, 10, 'about 50 s left'],
  [510, 10, 'about 1 min left'],
  [600, 10, 'about 1 min left'],
  [1500, 10, 'about 3 min left'],
  [7400, 10, 'about 10 min left'],
  [20_400, 10, 'about 35 min left'],
  [34_600, 10, 'about 1 h left'],
  [72_000, 10, 'about 2 h left'],
  [2_000_000, 10, 'about 2 days left'],
])('%i documents at %s a second: %s', (waiting, rate, text) => {
  expect(timeLeft(waiting, rate)).toBe(text);
});
