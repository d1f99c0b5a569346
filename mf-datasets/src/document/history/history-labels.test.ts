import type { HistoryEntry } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { durationText, stageText } from './history-labels.ts';

const at = '2026-11-20T09:30:00.000Z';
const settings = { chunk_size: 1200, chunk_overlap: 150, has_template: false };
const entry = (stage: string, more: Partial<HistoryEntry> = {}) => ({ stage, at, ...more });

test.each([
  [entry('received', { archive: 'library.zip' }), 'Received from library.zip'],
  [entry('received'), 'Received'],
  [entry('unpack', { documents: 1 }), '1 document inside'],
  [entry('unpack', { documents: 2, error: 'One is none.' }), '2 documents inside'],
  [entry('unpack', { error: 'Damaged.' }), 'Nothing inside became a document'],
  [entry('partition'), 'Text read'],
  [entry('partition', { error: 'It is encrypted.' }), 'The text could not be read'],
  [entry('ocr', { pages: 3, unread: 0 }), '3 pages read by OCR'],
  [entry('ocr', { pages: 1, unread: 2 }), '1 page read by OCR, 2 not'],
  [entry('ocr', { error: 'Nothing.' }), 'No text could be read by OCR'],
  [entry('chunk', { chunks: 12, settings }), 'Split into 12 chunks of 1,200 characters'],
  [entry('chunk', { chunks: 1 }), 'Split into 1 chunk'],
  [entry('embed'), 'Embedded'],
  [entry('retry'), 'Retried'],
  [entry('move', { from: 'a.md', to: 'b/a.md' }), 'Moved from a.md to b/a.md'],
  [entry('move'), 'Moved'],
  [entry('of a later server'), 'of a later server'],
])('%j is: %s', (entry, text) => {
  expect(stageText(entry)).toBe(text);
});

test.each([
  [0, '0 ms'],
  [40.4, '40 ms'],
  [1234, '1.2 s'],
  [59_999, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
