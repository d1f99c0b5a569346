/** Pixels of an image that is drawn. */
export const PIXELS_MAX = 100_000_000;
