import { expect, test } from 'vitest';

import { confidenceText, ocrText } from './ocr-labels.ts';

test.each([
  [{ pages: 3, unread: 0 }, 'Read by OCR'],
  [{ pages: 3, unread: 1 }, 'Read by OCR, 1 page not read'],
  [{ pages: 0, unread: 1200 }, '1,200 pages not read'],
])('%j is: %s', (ocr, text) => {
  expect(ocrText(ocr)).toBe(text);
});

test.each([
  [91.6, 'OCR 92 %'],
  [0, 'OCR 0 %'],
  [null, undefined],
  [undefined, undefined],
])('a confidence of %s is shown as %s', (confidence, text) => {
  expect(confidenceText(confidence)).toBe(text);
});
