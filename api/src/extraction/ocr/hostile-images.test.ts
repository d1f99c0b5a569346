import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildTiff } from '@carrel/testing/scans/build-tiff.ts';
import { heicPage } from '@carrel/testing/scans/heic-page.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import {
  chunksAt,
  detailAt,
  documentAt,
  uploadScans,
} from '@carrel/testing/scans/read-documents.ts';

const NOTE = drawPage(['Order twelve spare valves.']);
const DOT = drawPage([], 1);

/** A PNG whose header says that it has more pixels than memory. */
async function bombPng(width: number, height: number): Promise<Buffer> {
  const png = Buffer.from(await DOT.encode('png'));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** A bitmap whose header says the same, of runs that need no bytes. */
function bombBitmap(width: number, height: number): Buffer {
  const bitmap = Buffer.alloc(56);
  bitmap.write('BM');
  bitmap.writeUInt32LE(54, 10);
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(width, 18);
  bitmap.writeInt32LE(height, 22);
  bitmap.writeUInt16LE(8, 28);
  bitmap.writeUInt32LE(1, 30);
  return bitmap;
}

/** A TIFF whose last page leads back to its first. */
function endlessTiff(): Buffer {
  const tiff = buildTiff([NOTE]);
  tiff.writeUInt32LE(tiff.readUInt32LE(4), tiff.length - 4);
  return tiff;
}

describe('O1: a hostile image', () => {
  let fixture: PipelineFixture;
  beforeAll(async () => {
    fixture = await createPipelineFixture();
    const jpeg = Buffer.from(await NOTE.encode('jpeg', 90));
    await uploadScans(fixture, [
      { name: 'bomb.png', content: await bombPng(30_000, 30_000) },
      { name: 'cut.jpg', content: jpeg.subarray(0, jpeg.length / 2) },
      { name: 'cut.tiff', content: buildTiff([NOTE]).subarray(0, 5000) },
      { name: 'dot.png', content: await drawPage([], 1).encode('png') },
      { name: 'bomb.bmp', content: bombBitmap(30_000, 30_000) },
      { name: 'cut.heic', content: heicPage().subarray(0, 1200) },
      { name: 'note.heic', content: heicPage() },
      { name: 'header.webp', content: 'RIFF\u0000\u0000\u0000\u0000WEBPVP8 and so on' },
      { name: 'endless.tiff', content: endlessTiff() },
      { name: 'note.png', content: await NOTE.encode('png') },
    ]);
    await fixture.waitUntilProcessed();
  }, 240_000);
  afterAll(() => fixture.close());

  test.each([
    [
      'bomb.png',
      'This image has 30,000 × 30,000 pixels, and at most 100,000,000 are read. Make it smaller and upload it again.',
    ],
    [
      'bomb.bmp',
      'This image has 30,000 × 30,000 pixels, and at most 100,000,000 are read. Make it smaller and upload it again.',
    ],
    ['cut.heic', /^This image is damaged and cannot be read/],
    ['cut.jpg', /^This image is damaged and cannot be read/],
    ['cut.tiff', /^This image is damaged and cannot be read/],
    ['header.webp', /^This image is damaged and cannot be read/],
    ['dot.png', 'No text was found in this image.'],
  ])('%s fails with a sentence', async (path, error) => {
    expect((await documentAt(fixture, path)).error).toMatch(error);
  });

  test('whose pages go in a circle ends', async () => {
    const { status } = await documentAt(fixture, 'endless.tiff');
    expect(['embedded', 'partitioning_error']).toContain(status);
  });

  test.each(['note.png', 'note.heic'])('does not keep %s from being read', async (path) => {
    expect(await chunksAt(fixture, path)).toMatchObject([{ text: 'Order twelve spare valves.' }]);
  });
});

describe('O2: pages that take too long', () => {
  // More letters than a fast processor reads in the six seconds that this allowance leaves to a page.
  const dense = drawPage(
    Array.from({ length: 140 }, (_, line) => `${line} `.padEnd(230, 'the quick brown fox jumps ')),
    4000,
  );
  let fixture: PipelineFixture;
  beforeAll(async () => {
    fixture = await createPipelineFixture({
      allowance: { seconds: 2, secondsPerMegabyte: 0, megabytes: 512, megabytesPerMegabyte: 32 },
    });
    await uploadScans(fixture, [
      { name: 'book.tiff', content: buildTiff([NOTE, dense, NOTE]) },
      { name: 'dense.png', content: await dense.encode('png') },
    ]);
    await fixture.waitUntilProcessed();
  }, 240_000);
  afterAll(() => fixture.close());

  test('are left out, and the others are kept', async () => {
    const [chunk] = await chunksAt(fixture, 'book.tiff');
    expect(chunk).toMatchObject({
      text: 'Order twelve spare valves.\n\nOrder twelve spare valves.',
      page_first: 1,
      page_last: 3,
    });
    expect((await detailAt(fixture, 'book.tiff')).ocr).toEqual({ pages: 2, unread: 1 });
  });

  test('fail a document that has no other page', async () => {
    expect((await documentAt(fixture, 'dense.png')).error).toBe(
      'Reading a page of this file by OCR took longer than 6 seconds, the most that is allowed. Scan it anew with 200 dots an inch, and upload it again.',
    );
  });
});
