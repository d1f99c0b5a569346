import type { Omission, UsedSettings } from '@carrel/shared/contract';

import type { DatasetChunking } from '../../../extraction/chunking/dataset-chunking.ts';

/** An entry of a document's history, in the shape of the API. `ms` is how long the stage took. */
export interface StageEntry {
  stage: 'partition' | 'ocr' | 'chunk' | 'embed';
  at: string;
  ms: number;
  attempt: number;
  /** Why it failed, in a sentence, and what the program said. */
  error?: string;
  detail?: string;
  chunks?: number;
  /** Pages that OCR has read, and those that it could not read. */
  pages?: number;
  unread?: number;
  /** What of the file was left out. */
  omitted?: readonly Omission[];
  settings?: UsedSettings;
}

/** UTF-16 units of what a program says that is kept. */
const DETAIL_MAX = 2000;

/** Returns an entry for a stage that ended now. */
export function stageEntry(
  stage: StageEntry['stage'],
  attempt: number,
  milliseconds: number,
  more: Partial<StageEntry> = {},
): StageEntry {
  const at = new Date(Date.now() - milliseconds).toISOString();
  return { stage, at, ms: Math.round(milliseconds), attempt, ...more };
}

/** Returns what was left out when a file was read, where anything was. */
export const omissionFacts = (
  omitted: readonly Omission[] | null | undefined,
): Pick<StageEntry, 'omitted'> =>
  omitted === null || omitted === undefined || omitted.length === 0 ? {} : { omitted };

/** Returns what a chunking stage made, and with which settings. */
export function chunkingFacts(
  { settings: { size, overlap }, template }: DatasetChunking,
  chunks: number,
): Pick<StageEntry, 'chunks' | 'settings'> {
  return {
    chunks,
    settings: { chunk_size: size, chunk_overlap: overlap, has_template: template !== undefined },
  };
}

/** Returns what the program that failed said, where it adds to the sentence. */
export function detailOf(error: unknown): Pick<StageEntry, 'detail'> {
  const cause = error instanceof Error ? error.cause : undefined;
  const text = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : '';
  if (text === '') return {};
  return { detail: text.replaceAll('\u0000', '').toWellFormed().slice(0, DETAIL_MAX) };
}
