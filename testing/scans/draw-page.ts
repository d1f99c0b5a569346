import { fileURLToPath } from 'node:url';

import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas';

const FONT = fileURLToPath(
  new URL(
    '../standard_fonts/LiberationSans-Regular.ttf',
    import.meta.resolve('pdfjs-dist/build/pdf.mjs'),
  ),
);
GlobalFonts.registerFromPath(FONT, 'Page');

/** Pixels of a letter, as 11 points at 200 dpi, and of a line. */
const SIZE = 30;
const LINE = 40;
const MARGIN = 60;

/** Draws lines of text in black on white, as a scanner sees a page of 200 dpi. */
export function drawPage(lines: readonly string[], width = 1000): Canvas {
  const canvas = createCanvas(width, 2 * MARGIN + LINE * lines.length);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = `${SIZE}px Page`;
  for (const [at, line] of lines.entries())
    context.fillText(line, MARGIN, MARGIN + LINE * (at + 1));
  return canvas;
}
