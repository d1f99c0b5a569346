import type { HistoryEntry } from '@carrel/shared/contract';
import { shownName } from '@carrel/shared/contract';

const numbers = new Intl.NumberFormat('en-US');

const counted = (count: number, word: string) =>
  `${numbers.format(count)} ${count === 1 ? word : `${word}s`}`;

function splitText({ chunks, settings }: HistoryEntry): string {
  const into = typeof chunks === 'number' ? ` into ${counted(chunks, 'chunk')}` : '';
  const size = settings ? ` of ${counted(settings.chunk_size, 'character')}` : '';
  return `Split${into}${size}`;
}

function ocrText({ pages, unread }: HistoryEntry): string {
  const read = typeof pages === 'number' ? `${counted(pages, 'page')} read by OCR` : 'Read by OCR';
  return unread ? `${read}, ${numbers.format(unread)} not` : read;
}

/** Returns how many documents a file holds, in words. */
export const containedText = (documents: number) => `${counted(documents, 'document')} inside`;

function insideText({ documents }: HistoryEntry): string {
  return typeof documents === 'number' && documents > 0
    ? containedText(documents)
    : 'Nothing inside became a document';
}

const DONE: Readonly<Record<string, (entry: HistoryEntry) => string>> = {
  received: ({ archive }) => (archive ? `Received from ${archive}` : 'Received'),
  partition: () => 'Text read',
  ocr: ocrText,
  chunk: splitText,
  embed: () => 'Embedded',
  retry: () => 'Retried',
  unpack: insideText,
  move: ({ from, to }) =>
    from && to ? `Moved from ${shownName(from)} to ${shownName(to)}` : 'Moved',
  change: ({ chunks }) =>
    typeof chunks === 'number' && chunks > 1
      ? `Chunks changed by hand, ${numbers.format(chunks)} times`
      : 'A chunk changed by hand',
};

const FAILED: Readonly<Record<string, string>> = {
  partition: 'The text could not be read',
  ocr: 'No text could be read by OCR',
  chunk: 'The text could not be split',
  embed: 'The chunks could not be embedded',
};

/** Returns what happened to a document, in words. */
export function stageText(entry: HistoryEntry): string {
  const failed = entry.error ? FAILED[entry.stage] : undefined;
  return failed ?? DONE[entry.stage]?.(entry) ?? shownName(entry.stage);
}

/** Returns a duration in milliseconds as `40 ms`, `1.2 s` or `2 min 5 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${numbers.format(Math.floor(whole / 60))} min ${whole % 60} s`;
}
