import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { Util, type PageViewport, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { loadPdf } from '../../pdf/load-pdf.ts';
import { grayOf, type GrayPage } from '../engine/gray-page.ts';
import type { PageSource } from './page-source.ts';

/** Points of a PDF are 1/72 inch. Letters of 8 points have 20 pixels then. */
const DPI = 200;
/** Pixels of a page: A3 has 8 million. A larger one is drawn smaller. */
const PIXELS_MAX = 12_000_000;
const SIDE_MAX = 10_000;

/** Opens a PDF, whose pages are drawn on white. */
export async function openPdf(bytes: Uint8Array): Promise<PageSource> {
  const { pdf, close } = await loadPdf(bytes);
  return {
    isPaged: true,
    draw: async (number) => {
      const page = await pdf.getPage(number);
      const drawn = await drawPage(page);
      await eraseText(page, drawn);
      page.cleanup();
      return grayPage(drawn);
    },
    close,
  };
}

interface DrawnPage {
  context: SKRSContext2D;
  viewport: PageViewport;
  size: readonly [width: number, height: number];
}

/** Draws a page on white, with its text. */
export async function drawPage(page: PDFPageProxy): Promise<DrawnPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: scaleOf(width, height) });
  const size = [
    Math.max(1, Math.floor(viewport.width)),
    Math.max(1, Math.floor(viewport.height)),
  ] as const;
  const context = createCanvas(...size).getContext('2d');
  await page.render({ canvas: null, canvasContext: context, viewport, background: 'white' })
    .promise;
  return { context, viewport, size };
}

/** Returns a drawn page as the engine reads it. */
export const grayPage = ({ context, size }: DrawnPage): GrayPage =>
  grayOf(context.getImageData(0, 0, ...size).data, ...size);

/** Erases the text that the file has, so that it is not read a second time. */
async function eraseText(
  page: PDFPageProxy,
  { context, viewport: view }: DrawnPage,
): Promise<void> {
  const { items } = await page.getTextContent();
  const viewport = view.transform as readonly number[];
  const scale = Math.hypot(viewport[0] ?? 1, viewport[1] ?? 0);
  context.fillStyle = 'white';
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = Util.transform(
      [...viewport],
      item.transform as number[],
    ) as number[];
    const [along, across] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
    context.setTransform(a / along, b / along, c / across, d / across, x, y);
    context.fillRect(0, -0.3 * across, item.width * scale, 1.3 * across);
  }
}

const scaleOf = (width: number, height: number) =>
  Math.min(DPI / 72, Math.sqrt(PIXELS_MAX / (width * height)), SIDE_MAX / Math.max(width, height));
