import { partAt } from '../../window/use-window.ts';

/** Pixels above the first page, and between pages. */
export const GAP = 16;

/** A point of the pages that stays where it is in the frame when sizes become known or the scale changes. */
export interface PageAnchor {
  /** From 0. */
  page: number;
  /** How far down the page, as a part of its height. */
  part: number;
  /** Pixels of the frame above the point. */
  above: number;
}

/** The top of a page. */
export const topOfPage = (page: number): PageAnchor => ({ page, part: 0, above: GAP });

/** Returns the point that is some pixels below the top of the frame; `tops` are the pages' and the end of the last. */
export function anchorAt(tops: Float64Array, scrollTop: number, above: number): PageAnchor {
  // Who is at the top stays there.
  if (scrollTop <= 0) return topOfPage(0);
  const pixels = scrollTop + above - GAP;
  return anchorIn(tops, partAt(tops, pixels), pixels, above);
}

/** Returns the point of a page that is some pixels below the top of the first one. */
export function anchorIn(
  tops: Float64Array,
  page: number,
  pixels: number,
  above: number,
): PageAnchor {
  const top = tops[page] ?? 0;
  const height = (tops[page + 1] ?? top) - top;
  return { page, part: height === 0 ? 0 : (pixels - top) / height, above };
}

/** Returns how far a frame is scrolled that has a point where it should be. */
export function scrollTopOf(tops: Float64Array, { page, part, above }: PageAnchor): number {
  const top = tops[page] ?? 0;
  const height = (tops[page + 1] ?? top) - top;
  return GAP + top + part * height - above;
}
