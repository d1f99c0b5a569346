import type { DocumentBlock, DocumentChunk, DocumentDetail } from '@carrel/shared/contract';
import { useMemo, useState } from 'react';

import { isInProgress } from '../../data/document-status.ts';
import { findWords, hasWords } from '../find/find-words.ts';
import type { FoundWords } from '../find/find-words.ts';
import { endOf } from '../reading.ts';
import type { ReadPassage } from '../reading.ts';

/** Characters of the words in an address, and how many are marked. */
const CHARACTERS_MAX = 1000;
const WORDS_MAX = 20;

const REPLACED = 'This document was replaced while it was open. What you see is the new one.';
const MISSING = 'The passage that this link names is not in the document any more.';
const CHANGED =
  'The document has changed since this link was made: the words that were found are not in this passage any more.';

const NOTHING: FoundWords = { ranges: [], place: undefined };

interface HitOptions {
  document: DocumentDetail;
  blocks: readonly DocumentBlock[];
  /** What the address says of the chunk and of the words. */
  asked: string | null;
  typedWords: string | null;
  chunk: DocumentChunk | undefined;
}

/** What is known of the passage that the address names. */
export interface Hit {
  /** The words of the address in the chunk, once its text has been loaded. */
  found: FoundWords;
  note: string | undefined;
  passage: ReadPassage | undefined;
  isReplaced: boolean;
}

/** Returns the words of an address within its chunk, and what a person should know about that chunk. */
export function useHit({ document, blocks, asked, typedWords, chunk }: HitOptions): Hit {
  const words = useMemo(() => wordsOf(typedWords), [typedWords]);
  const { start, end, text, confidence } = chunk ?? {};
  const isLoaded = typeof end === 'number' && endOf(blocks) >= end;
  const found = useMemo(
    () =>
      isLoaded && typeof start === 'number' ? findWords(blocks, { start, end }, words) : NOTHING,
    [blocks, isLoaded, start, end, words],
  );
  const isChanged = useMemo(
    () => text !== undefined && words.length > 0 && !hasWords(text, words),
    [text, words],
  );
  const passage = useMemo(
    () =>
      typeof confidence === 'number' && text !== undefined
        ? { text, words: findWords(blockOf(text), { start: 0, end: text.length }, words).ranges }
        : undefined,
    [text, confidence, words],
  );
  // The hash names the bytes.
  const [opened] = useState(document.sha256);
  const isReplaced = (opened ?? document.sha256) !== document.sha256;
  const note = isReplaced
    ? REPLACED
    : isMissing(document, asked)
      ? MISSING
      : isChanged
        ? CHANGED
        : undefined;
  return { found, note, passage, isReplaced };
}

const blockOf = (text: string): DocumentBlock[] => [{ kind: 'paragraph', text, start: 0 }];

function wordsOf(text: string | null): string[] {
  const words = (text ?? '').slice(0, CHARACTERS_MAX).split(/\s+/u);
  return words.filter((word) => word !== '').slice(0, WORDS_MAX);
}

/** Whether an address names a chunk behind the last one. While a document is processed it may still come. */
const isMissing = ({ chunk_count, status }: DocumentDetail, asked: string | null): boolean =>
  asked !== null &&
  /^\d{1,8}$/.test(asked) &&
  chunk_count > 0 &&
  Number(asked) >= chunk_count &&
  !isInProgress(status);
