import libheif, { type HeifPixels } from 'libheif-js/wasm-bundle.js';

import { grayOf, type GrayPage } from '../engine/gray-page.ts';
import type { CheckSize } from './bitmap.ts';

/** Returns the gray pixels of the first image of a HEIC, upright. It is unpacked by WebAssembly without access to files. */
export async function unpackHeic(bytes: Uint8Array, checkSize: CheckSize): Promise<GrayPage> {
  const images = new libheif.HeifDecoder().decode(bytes);
  try {
    const [image] = images;
    if (image === undefined) throw new Error('No image');
    const [width, height] = [image.get_width(), image.get_height()];
    checkSize(width, height);
    const target = { data: new Uint8ClampedArray(4 * width * height), width, height };
    const shown = await new Promise<HeifPixels | null>((resolve) => {
      image.display(target, resolve);
    });
    if (shown === null) throw new Error('Damaged');
    return grayOf(shown.data, width, height);
  } finally {
    for (const image of images) image.free();
  }
}
