/** Pages of the longest document that is drawn. */
export const PAGES_MAX = 20_000;

/** Pixels of a side of a canvas, and of all of it. */
const SIDE_MAX = 16_384;
const PIXELS_MAX = 100_000_000;

/**
 * Returns how many pixels of a canvas to draw for each pixel of the page's layout: those of the screen,
 * or fewer for a page that would be larger than browsers draw.
 */
export function pixelRatioOf(width: number, height: number, screenRatio: number): number {
  const bySide = SIDE_MAX / Math.max(width, height);
  const byPixels = Math.sqrt(PIXELS_MAX / (width * height));
  return Math.min(screenRatio, bySide, byPixels);
}
