import sharp from 'sharp';
import { expect, test } from 'vitest';

import { buildTiff } from '@carrel/testing/scans/build-tiff.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import { imagePageCount, openImage } from './image-pages.ts';

const note = await drawPage(['Order twelve spare valves.'], 1500).encode('png');

/** Returns the width and the height of the first page. */
async function sizeOf(bytes: Uint8Array): Promise<[number, number]> {
  const { width, height } = await (await openImage(bytes, 'png')).draw(1);
  return [width, height];
}

test('a JPEG is turned as its camera says', async () => {
  const upright = await sizeOf(note);
  const onItsSide = await sharp(note)
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await sizeOf(onItsSide)).toEqual(upright);
});

test('a large image is read smaller, and a small one larger', async () => {
  const wide = await sharp(note).resize({ width: 7016 }).png().toBuffer();
  expect((await sizeOf(wide))[0]).toBe(3508);
  const small = await sharp(note).resize({ width: 500 }).png().toBuffer();
  expect((await sizeOf(small))[0]).toBe(1000);
});

test('what is transparent is white', async () => {
  const clear = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const { pixels } = await (await openImage(clear, 'png')).draw(1);
  expect(new Set(pixels)).toEqual(new Set([255]));
});

test('only a TIFF has several pages', async () => {
  const other = await drawPage(['Or thirteen.'], 1500).encode('png');
  const frames = await sharp([note, other], { join: { animated: true } })
    .webp()
    .toBuffer();
  expect((await sharp(frames).metadata()).pages).toBe(2);
  expect(await imagePageCount(frames)).toBe(1);
  expect(await sizeOf(frames)).toEqual(await sizeOf(note));
  const page = drawPage(['A page.']);
  expect(await imagePageCount(buildTiff([page, page, page]))).toBe(3);
});
