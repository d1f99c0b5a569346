import { expect, test } from 'vitest';

import { buildPdf } from '@carrel/testing/scans/build-pdf.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import { isBlank } from '../engine/gray-page.ts';
import { openPdf } from './pdf-pages.ts';

async function draw(pdf: Buffer) {
  const file = await openPdf(pdf);
  const page = await file.draw(1);
  await file.close();
  return page;
}

test('a page is drawn with 200 dots an inch', async () => {
  const page = await draw(
    await buildPdf([{ picture: drawPage(['A text.']) }], { width: 360, height: 720 }),
  );
  expect([page.width, page.height]).toEqual([1000, 2000]);
  expect(isBlank(page)).toBe(false);
});

test.each([
  { width: 14_400, height: 14_400 },
  { width: 14_400, height: 1 },
  { width: 1_000_000, height: 1_000_000 },
])('O1: a page of %o points is drawn smaller', async (size) => {
  const { width, height } = await draw(await buildPdf([{ blank: true }], size));
  expect(width * height).toBeLessThanOrEqual(12_000_000);
  expect(Math.max(width, height)).toBeLessThanOrEqual(10_000);
});

test('a blank page is known as blank', async () => {
  expect(isBlank(await draw(await buildPdf([{ blank: true }])))).toBe(true);
});

test('the text of a page is erased from its picture', async () => {
  const pages = [{ content: 'BT /F 12 Tf 20 250 Td (A text of the file.) Tj ET' }];
  expect(isBlank(await draw(await buildPdf(pages)))).toBe(true);
});
