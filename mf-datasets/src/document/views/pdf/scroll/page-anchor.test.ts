import { expect, test } from 'vitest';

import { topsOf } from '../../window/use-window.ts';
import { anchorAt, anchorIn, scrollTopOf, topOfPage } from './page-anchor.ts';

const PAGES = 240;
/** The pages of a frame that has not been measured: as high as the space between them. */
const UNMEASURED = topsOf(Array.from({ length: PAGES }, () => 17));
const MEASURED = topsOf(Array.from({ length: PAGES }, () => 1200));

test.each([5, 26, 47, 68, 240])('page %i stays when the frame is measured later', (number) => {
  const anchor = topOfPage(number - 1);
  expect(scrollTopOf(UNMEASURED, anchor)).toBe((number - 1) * 17);
  expect(scrollTopOf(MEASURED, anchor)).toBe((number - 1) * 1200);
});

test('a point of a page stays where it is when pages above it become higher', () => {
  const before = topsOf([1000, 1000, 1000]);
  const anchor = anchorAt(before, 1400, 200);
  expect(anchor).toMatchObject({ page: 1, above: 200 });
  expect(scrollTopOf(before, anchor)).toBeCloseTo(1400);
  expect(scrollTopOf(topsOf([1700, 1000, 1000]), anchor)).toBeCloseTo(2100);
  const scaled = scrollTopOf(topsOf([2000, 2000, 2000]), anchor);
  expect(scaled + 200 - 16).toBeCloseTo(2 * (1400 + 200 - 16));
});

test('a point is of the page that it is asked for, also beside another', () => {
  const tops = topsOf([100, 100]);
  expect(anchorIn(tops, 1, 99, 10)).toEqual({ page: 1, part: -0.01, above: 10 });
});

test('the top stays the top', () => {
  expect(scrollTopOf(MEASURED, anchorAt(topsOf([50]), 0, 300))).toBe(0);
});
