import sharp from 'sharp';
import { expect, test } from 'vitest';

import { heicPage } from '@carrel/testing/scans/heic-page.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import { engineFor } from '../engine/engine.ts';
import { openPages } from './open-pages.ts';

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeInt32LE(value, 4 * at);
  return bytes;
};

interface TestBitmap {
  width: number;
  height: number;
  bits: number;
  packed?: number;
  /** Colors as blue, green, red; or masks. */
  colors?: Buffer;
  pixels: Buffer;
}

function bitmap({ width, height, bits, packed = 0, colors = Buffer.alloc(0), pixels }: TestBitmap) {
  const at = 54 + colors.length;
  const size = at + pixels.length;
  const head = Buffer.concat([Buffer.from('BM'), u32(size, 0, at)]);
  const depth = Buffer.from([1, 0, bits, 0]);
  const info = Buffer.concat([
    u32(40, width, height),
    depth,
    u32(packed, 0, 0, 0, colors.length / 4, 0),
  ]);
  return Buffer.concat([head, info, colors, pixels]);
}

/** Pixels of the page, which is twice as large where it is small. */
async function pixelsOf(bytes: Buffer, name = 'a.bmp'): Promise<number[][]> {
  const { width, height, pixels } = await (await openPages(bytes, name)).draw(1);
  return Array.from({ length: height }, (_, row) => [
    ...pixels.subarray(row * width, (row + 1) * width),
  ]);
}

/** The corners of a page, from the left, at the top and at the bottom. */
const cornersOf = async (bytes: Buffer) => {
  const rows = await pixelsOf(bytes);
  return [rows.at(0)?.at(0), rows.at(0)?.at(-1), rows.at(-1)?.at(0), rows.at(-1)?.at(-1)];
};

const BLACK_AND_WHITE = Buffer.from([0, 0, 0, 0, 255, 255, 255, 0]);
const padded = (row: number[]) => [
  ...row,
  ...Array.from({ length: (4 - (row.length % 4)) % 4 }, () => 0),
];

// Of two by two pixels: at the top white and black, at the bottom black and black. Rows begin at the bottom.
test.each<[string, TestBitmap]>([
  [
    '1 bit',
    {
      width: 2,
      height: 2,
      bits: 1,
      colors: BLACK_AND_WHITE,
      pixels: Buffer.from([...padded([0]), ...padded([0x80])]),
    },
  ],
  [
    '4 bits',
    {
      width: 2,
      height: 2,
      bits: 4,
      colors: BLACK_AND_WHITE,
      pixels: Buffer.from([...padded([0]), ...padded([0x10])]),
    },
  ],
  [
    '8 bits',
    {
      width: 2,
      height: 2,
      bits: 8,
      colors: BLACK_AND_WHITE,
      pixels: Buffer.from([...padded([0, 0]), ...padded([1, 0])]),
    },
  ],
  [
    '8 bits in runs',
    {
      width: 2,
      height: 2,
      bits: 8,
      packed: 1,
      colors: BLACK_AND_WHITE,
      pixels: Buffer.from([2, 0, 0, 0, 1, 1, 1, 0, 0, 1]),
    },
  ],
  [
    '4 bits in runs',
    {
      width: 2,
      height: 2,
      bits: 4,
      packed: 2,
      colors: BLACK_AND_WHITE,
      pixels: Buffer.from([2, 0, 0, 0, 2, 0x10, 0, 1]),
    },
  ],
  [
    '16 bits',
    { width: 2, height: 2, bits: 16, pixels: Buffer.from([0, 0, 0, 0, 0xff, 0x7f, 0, 0]) },
  ],
  [
    '16 bits with masks',
    {
      width: 2,
      height: 2,
      bits: 16,
      packed: 3,
      colors: u32(0xf800, 0x7e0, 0x1f),
      pixels: Buffer.from([0, 0, 0, 0, 0xff, 0xff, 0, 0]),
    },
  ],
  [
    '24 bits',
    {
      width: 2,
      height: 2,
      bits: 24,
      pixels: Buffer.from([...padded([0, 0, 0, 0, 0, 0]), ...padded([255, 255, 255, 0, 0, 0])]),
    },
  ],
  ['32 bits', { width: 2, height: 2, bits: 32, pixels: Buffer.from([...u32(0, 0, 0xffffff, 0)]) }],
  [
    '24 bits from the top',
    {
      width: 2,
      height: -2,
      bits: 24,
      pixels: Buffer.from([...padded([255, 255, 255, 0, 0, 0]), ...padded([0, 0, 0, 0, 0, 0])]),
    },
  ],
])('a bitmap of %s is unpacked', async (_, image) => {
  const [first = 0, ...others] = await cornersOf(bitmap(image));
  expect(first).toBeGreaterThan(200);
  for (const other of others) expect(other).toBeLessThan(60);
});

test('a bitmap that is cut, or of too many pixels, is refused', async () => {
  const image = { width: 100, height: 100, bits: 24, pixels: Buffer.alloc(30_000) };
  await expect(pixelsOf(bitmap(image).subarray(0, 5000))).rejects.toThrow(/image is damaged/);
  const bomb = bitmap({ ...image, width: 30_000, height: 30_000 });
  await expect(pixelsOf(bomb)).rejects.toThrow(/30,000 × 30,000 pixels/);
});

test('the words of a HEIC are read', async () => {
  const page = await (await openPages(heicPage(), 'a.heic')).draw(1);
  expect([page.width, page.height]).toEqual([1200, 320]);
  const [block] = (await engineFor(['eng'])).recognize(page, undefined);
  expect(block?.text).toBe('Order twelve spare valves.');
}, 60_000);

test('a HEIC that is cut is refused', async () => {
  for (const length of [100, 1000, 1800]) {
    const cut = heicPage().subarray(0, length);
    await expect(pixelsOf(cut, 'a.heic')).rejects.toThrow(/image is damaged/);
  }
});

test('an AVIF is unpacked', async () => {
  const png = await drawPage(['Order twelve spare valves.'], 600).encode('png');
  const avif = await sharp(png).avif().toBuffer();
  expect((await pixelsOf(avif, 'a.avif')).length).toBe(320);
});
