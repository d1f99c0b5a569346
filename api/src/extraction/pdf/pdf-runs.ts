import { Util, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { hasDrawing } from './has-drawing.ts';
import { loadPdf } from './load-pdf.ts';
import type { TextRun } from './pdf-lines.ts';

/** Letters and digits that a page has beside its picture: a number, a stamp, a mark of the scanner. */
const LETTERS_FEW = 16;

export interface PdfText {
  /** Whether the file is marked as tagged with its structure. */
  tagged: boolean;
  pages: TextRun[][];
  /** Numbers of pages without text, or nearly, for OCR; empty where nothing is drawn on them, or OCR is off. */
  scans: number[];
  /** The document's information, as the file has it. */
  info: unknown;
}

/**
 * Reads the text of each page with its positions.
 * @throws {UnreadableDocument} for a password or a damaged file.
 */
export async function readTextRuns(bytes: Uint8Array, isOcrOn: boolean): Promise<PdfText> {
  const { pdf, close } = await loadPdf(bytes);
  try {
    const marks = await pdf.getMarkInfo();
    const pages: TextRun[][] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      pages.push(await readPage(page));
      page.cleanup();
    }
    const scans = isOcrOn ? await findScans(pdf, pages) : [];
    // What a damaged dictionary says is not worth the document.
    const { info } = await pdf.getMetadata().catch(() => ({ info: undefined }));
    return { tagged: marks?.Marked === true, pages, scans, info };
  } catch (error) {
    throw new UnreadableDocument(reasons.damaged('PDF'), { cause: error });
  } finally {
    await close();
  }
}

/** Stops at the first page with a picture: pictures are unpacked for it, and OCR finds the blank pages itself. */
async function findScans(
  pdf: PDFDocumentProxy,
  pages: readonly (readonly TextRun[])[],
): Promise<number[]> {
  const candidates = pages.flatMap((runs, at) => (hasFewLetters(runs) ? [at + 1] : []));
  for (const [at, number] of candidates.entries()) {
    const page = await pdf.getPage(number);
    const isDrawn = await hasDrawing(page);
    page.cleanup();
    if (isDrawn) return candidates.slice(at);
  }
  return [];
}

function hasFewLetters(runs: readonly TextRun[]): boolean {
  let letters = 0;
  for (const { text } of runs) letters += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters < LETTERS_FEW;
}

async function readPage(page: PDFPageProxy): Promise<TextRun[]> {
  const { transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [runOf(item.str, Util.transform(transform, item.transform), item.width, item.height)]
      : [],
  );
}

/** `matrix` has the start of the baseline. Vertical text becomes a narrow, high run. */
function runOf(text: string, matrix: readonly number[], width: number, height: number): TextRun {
  const [a = 1, b = 0, , , x = 0, baseline = 0] = matrix;
  return Math.abs(b) > Math.abs(a)
    ? { x: x - height, y: baseline - (b < 0 ? width : 0), width: height, height: width, text }
    : { x, y: baseline - height * 0.8, width, height, text };
}
