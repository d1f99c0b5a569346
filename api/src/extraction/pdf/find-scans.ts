import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { hasDrawing, picturesOf, type Box } from './has-drawing.ts';

/** Letters and digits that a page has beside its picture: a number, a stamp, a mark of the scanner. */
const LETTERS_FEW = 16;
/** Those of a page that may be a scan in part: a title, a caption, a letterhead. */
const LETTERS_SOME = 600;
/** Share of a page that its pictures cover where they may be a scan. */
const PICTURES_MIN = 0.35;
/** Time for looking at pages that have some text: their pictures are unpacked for it. */
const MILLISECONDS_MAX = 5000;

/**
 * Returns the numbers of pages that OCR is to read.
 * @param letters How many each page has.
 */
export async function findScans(
  pdf: PDFDocumentProxy,
  letters: readonly number[],
): Promise<number[]> {
  const pagesWith = (least: number, below: number) =>
    letters.flatMap((count, at) => (count >= least && count < below ? [at + 1] : []));
  const scans = await fromFirstDrawn(pdf, pagesWith(0, LETTERS_FEW));
  const until = performance.now() + MILLISECONDS_MAX;
  for (const number of pagesWith(LETTERS_FEW, LETTERS_SOME)) {
    if (performance.now() > until) break;
    const page = await pdf.getPage(number);
    if (await isPartlyScanned(page)) scans.push(number);
    page.cleanup();
  }
  return scans.sort((a, b) => a - b);
}

/**
 * Returns how many pages show something and have no text, for where OCR is off.
 * @param letters How many each page has.
 */
export async function countTextless(
  pdf: PDFDocumentProxy,
  letters: readonly number[],
): Promise<number> {
  const pages = letters.flatMap((count, at) => (count === 0 ? [at + 1] : []));
  return (await fromFirstDrawn(pdf, pages)).length;
}

/** Stops at the first page with a picture: OCR finds the blank pages itself. */
async function fromFirstDrawn(
  pdf: PDFDocumentProxy,
  numbers: readonly number[],
): Promise<number[]> {
  for (const [at, number] of numbers.entries()) {
    const page = await pdf.getPage(number);
    const isDrawn = await hasDrawing(page);
    page.cleanup();
    if (isDrawn) return numbers.slice(at);
  }
  return [];
}

/** Whether pictures without text on them cover much of a page: on a background there is text. */
async function isPartlyScanned(page: PDFPageProxy): Promise<boolean> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const pictures = await picturesOf(page);
  const covered = pictures.reduce((sum, box) => sum + box.width * box.height, 0);
  if (covered < PICTURES_MIN * (right - left) * (top - bottom)) return false;
  const { items } = await page.getTextContent();
  let letters = 0;
  for (const item of items) {
    if (!('str' in item)) continue;
    const [x = 0, y = 0] = item.transform.slice(4) as number[];
    if (pictures.some((box) => isIn(box, x, y))) letters += item.str.replace(/\s/g, '').length;
  }
  return letters < LETTERS_FEW;
}

const isIn = (box: Box, x: number, y: number) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
