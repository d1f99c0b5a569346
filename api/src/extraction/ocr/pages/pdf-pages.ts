import { createCanvas } from '@napi-rs/canvas';

import { loadPdf } from '../../pdf/load-pdf.ts';
import { grayOf } from '../engine/gray-page.ts';
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
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: scaleOf(width, height) });
      const size = [
        Math.max(1, Math.floor(viewport.width)),
        Math.max(1, Math.floor(viewport.height)),
      ] as const;
      const canvas = createCanvas(...size);
      const context = canvas.getContext('2d');
      await page.render({
        canvas: null,
        canvasContext: context,
        viewport,
        background: 'white',
      }).promise;
      page.cleanup();
      return grayOf(context.getImageData(0, 0, ...size).data, ...size);
    },
    close,
  };
}

const scaleOf = (width: number, height: number) =>
  Math.min(DPI / 72, Math.sqrt(PIXELS_MAX / (width * height)), SIDE_MAX / Math.max(width, height));
