import { expect, test } from 'vitest';

import { pixelRatioOf } from './pdf-limits.ts';

test.each([
  [600, 800, 2],
  [10_000, 100, 1.6384],
  [100, 32_768, 0.5],
  [16_000, 16_000, 0.625],
])('a page of %d × %d is drawn with %d pixels for each', (width, height, ratio) => {
  expect(pixelRatioOf(width, height, 2)).toBeCloseTo(ratio);
});
