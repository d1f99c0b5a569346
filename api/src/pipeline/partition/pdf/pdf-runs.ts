import { fileURLToPath } from 'node:url';

import { getDocument, Util, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

import type { TextRun } from './pdf-lines.ts';
import { reasons, UnreadableDocument } from '../unreadable-document.ts';

/** Character maps that a PDF may use without embedding them. */
const CMAPS = fileURLToPath(new URL('../cmaps/', import.meta.resolve('pdfjs-dist/build/pdf.mjs')));

export interface PdfText {
  /** Whether the file is marked as tagged with its structure. */
  tagged: boolean;
  pages: TextRun[][];
  /** The document's information, as the file has it. */
  info: unknown;
}

/**
 * Reads the text of each page with its positions.
 * @throws {UnreadableDocument} for a password or a damaged file.
 */
export async function readTextRuns(bytes: Uint8Array): Promise<PdfText> {
  const loading = getDocument({
    data: Uint8Array.from(bytes),
    cMapUrl: CMAPS,
    cMapPacked: true,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise;
    const marks = await pdf.getMarkInfo();
    const pages: TextRun[][] = [];
    for (let number = 1; number <= pdf.numPages; number += 1)
      pages.push(await readPage(pdf, number));
    // What a damaged dictionary says is not worth the document.
    const { info } = await pdf.getMetadata().catch(() => ({ info: undefined }));
    return { tagged: marks?.Marked === true, pages, info };
  } catch (error) {
    const locked = error instanceof Error && error.name === 'PasswordException';
    const reason = locked ? reasons.password('PDF') : reasons.damaged('PDF');
    throw new UnreadableDocument(reason, { cause: error });
  } finally {
    await loading.destroy();
  }
}

async function readPage(pdf: PDFDocumentProxy, number: number): Promise<TextRun[]> {
  const page = await pdf.getPage(number);
  const { transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  page.cleanup();
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
