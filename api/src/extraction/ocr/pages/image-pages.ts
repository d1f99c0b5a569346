import sharp, { type Sharp, type SharpOptions } from 'sharp';

import { reasons, UnreadableDocument } from '../../blocks/unreadable-document.ts';
import type { GrayPage } from '../engine/gray-page.ts';
import type { ImageFormat } from '../../kinds/formats.ts';
import { unpackBitmap } from './bitmap.ts';
import type { PageSource } from './page-source.ts';

/** Pixels of the largest image that is unpacked: a sheet of A2 at 400 dpi has 60 million. */
const PIXELS_MAX = 100_000_000;
/** Pixels of the longer side that is read: a sheet of A4 at 300 dpi. */
const SIDE_MAX = 3508;
/** Pixels of the longer side up to which an image is enlarged: letters of a screen are small. */
const SIDE_SMALL = 1400;

// Only what `file-signature.ts` knows as images reaches this file, and nothing else would be opened.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Tiff', 'Webp', 'Heif'].map(
    (format) => `VipsForeignLoad${format}Buffer`,
  ),
});
// One page at a time, and none of it is kept.
sharp.concurrency(1);
sharp.cache(false);

const optionsOf = (number: number): SharpOptions => ({
  page: number - 1,
  pages: 1,
  failOn: 'error',
  sequentialRead: true,
});

/** Returns how many pages an image has, by its headers alone: a TIFF may have several. */
export async function imagePageCount(bytes: Uint8Array): Promise<number> {
  const { format, pages = 1 } = await headerOf(bytes, 1);
  return format === 'tiff' ? pages : 1;
}

/** Opens an image. Its first frame is its page, unless it is a TIFF. */
export async function openImage(bytes: Uint8Array, format: ImageFormat): Promise<PageSource> {
  if (format === 'bmp' || format === 'heic') return openUnpacked(bytes, format);
  return {
    isPaged: (await imagePageCount(bytes)) > 1,
    draw: async (number) => {
      const { width, height } = await headerOf(bytes, number);
      refuseTooLarge(width, height);
      const image = sharp(bytes, { ...optionsOf(number), limitInputPixels: PIXELS_MAX });
      return draw(image, sideOf(Math.max(width, height)));
    },
    close: () => Promise.resolve(),
  };
}

/** Opens an image that sharp does not unpack. */
function openUnpacked(bytes: Uint8Array, format: 'bmp' | 'heic'): PageSource {
  return {
    isPaged: false,
    draw: async () => {
      const unpack = format === 'bmp' ? unpackBitmap : await lazyHeic();
      const page = await Promise.resolve()
        .then(() => unpack(bytes, refuseTooLarge))
        .catch(throwDamaged);
      const { width, height, pixels } = page;
      const image = sharp(pixels, { raw: { width, height, channels: 1 } });
      return draw(image, sideOf(Math.max(width, height)));
    },
    close: () => Promise.resolve(),
  };
}

// The library is large, and most images are of other formats.
const lazyHeic = async () => (await import('./heic-image.ts')).unpackHeic;

function refuseTooLarge(width: number, height: number): void {
  if (width * height > PIXELS_MAX) {
    throw new UnreadableDocument(reasons.tooManyPixels(width, height, PIXELS_MAX));
  }
}

const sideOf = (longest: number) =>
  longest < SIDE_SMALL ? 2 * longest : Math.min(longest, SIDE_MAX);

async function draw(image: Sharp, side: number): Promise<GrayPage> {
  const { data, info } = await image
    .autoOrient()
    .flatten({ background: 'white' })
    .resize({ width: side, height: side, fit: 'inside' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(throwDamaged);
  return { width: info.width, height: info.height, pixels: data };
}

function headerOf(bytes: Uint8Array, number: number) {
  // The caller says what is wrong with one that is too large.
  return sharp(bytes, { ...optionsOf(number), limitInputPixels: false })
    .metadata()
    .catch(throwDamaged);
}

function throwDamaged(error: unknown): never {
  if (error instanceof UnreadableDocument) throw error;
  throw new UnreadableDocument(reasons.damaged('image'), { cause: error });
}
