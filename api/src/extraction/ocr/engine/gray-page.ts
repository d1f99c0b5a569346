/** A page as gray pixels, row by row from the top: 0 is black, 255 white. */
export interface GrayPage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Differences of gray that no text has: paper that is not quite white, or noise of a scanner. */
const CONTRAST_MIN = 32;

/** Whether a page has nothing on it. */
export function isBlank({ pixels }: GrayPage): boolean {
  let [darkest, lightest] = [255, 0];
  for (const pixel of pixels) {
    if (pixel < darkest) darkest = pixel;
    if (pixel > lightest) lightest = pixel;
  }
  return lightest - darkest < CONTRAST_MIN;
}

/** Returns a page as a file in the format PGM, which every reader of images knows and which costs no packing. */
export function toPgm({ width, height, pixels }: GrayPage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
}

/** Returns the gray of pixels in red, green, blue and opacity, by ITU-R BT.601. */
export function grayOf(rgba: Uint8ClampedArray, width: number, height: number): GrayPage {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]];
    pixels[at] = (299 * red + 587 * green + 114 * blue) / 1000;
  }
  return { width, height, pixels };
}
