import type { Canvas } from '@napi-rs/canvas';

/** Tags of a page, by TIFF 6.0, section 8: gray pixels in one strip, not packed. */
const TAG = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  stripOffset: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
} as const;

/** Builds a TIFF with a page for each canvas. */
export function buildTiff(pages: readonly Canvas[]): Buffer {
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  const parts: Buffer[] = [header];
  let length = header.length;
  let link: { part: Buffer; at: number } = { part: header, at: 4 };
  for (const page of pages) {
    const { width, height } = page;
    const { data } = page.getContext('2d').getImageData(0, 0, width, height);
    const pixels = Buffer.alloc(width * height);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = data[4 * at] ?? 0;
    link.part.writeUInt32LE(length + pixels.length, link.at);
    const directory = directoryOf({
      [TAG.width]: width,
      [TAG.height]: height,
      [TAG.bitsPerSample]: 8,
      [TAG.compression]: 1,
      [TAG.photometric]: 1,
      [TAG.stripOffset]: length,
      [TAG.samplesPerPixel]: 1,
      [TAG.rowsPerStrip]: height,
      [TAG.stripBytes]: pixels.length,
    });
    parts.push(pixels, directory);
    length += pixels.length + directory.length;
    link = { part: directory, at: directory.length - 4 };
  }
  return Buffer.concat(parts);
}

function directoryOf(values: Readonly<Record<number, number>>): Buffer {
  const entries = Object.entries(values);
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 2 + 12 * index;
    directory.writeUInt16LE(Number(tag), at);
    // A number of 32 bits.
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  return directory;
}
