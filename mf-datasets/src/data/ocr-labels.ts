import type { DocumentOcr } from '@carrel/shared/contract';

const numbers = new Intl.NumberFormat('en-US');

/** Returns a number of pages, such as "1 page" or "1,200 pages". */
export const pagesText = (count: number): string =>
  `${numbers.format(count)} ${count === 1 ? 'page' : 'pages'}`;

/** Returns what OCR has read of a document, and what not, in words. */
export function ocrText({ pages, unread }: DocumentOcr): string {
  const missing = `${pagesText(unread)} not read`;
  if (pages === 0) return missing;
  return unread === 0 ? 'Read by OCR' : `Read by OCR, ${missing}`;
}

/** Returns how sure OCR is of a text, as a percentage; undefined for text that is not from OCR. */
export function confidenceText(confidence: number | null | undefined): string | undefined {
  return typeof confidence === 'number' ? `OCR ${Math.round(confidence)} %` : undefined;
}
