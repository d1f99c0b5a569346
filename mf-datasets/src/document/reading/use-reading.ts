import type { DocumentChunk, DocumentDetail } from '@carrel/shared/contract';
import { CHUNKS_PER_PAGE } from '@carrel/shared/paths';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

import { useChunkPages, useFindChunk } from '../chunks/use-chunk-pages.ts';
import type { DocumentPlace } from '../document.api.ts';
import { useFind } from '../find/use-find.ts';
import type { Find } from '../find/use-find.ts';
import type { Marks } from '../marks/marks.ts';
import type { Reading, ScrollTarget } from './reading.ts';
import { useDocumentText } from './use-document-text.ts';
import { useHit } from './use-hit.ts';

/** The number of the selected chunk in the address, and the words that are marked in it. */
const CHUNK = 'chunk';
const WORDS = 'words';

/** The state of an address whose chunk was clicked in the text. */
const IN_VIEW = { isChunkInView: true };

/** The current one of no matches. */
const NONE = -1;

/** What the views have been scrolled to. */
interface Shown {
  chunk: number | undefined;
  /** Of the visit: who opens the same link again is taken to its place again. */
  key: string;
  /** Undefined until the words have been found. */
  words?: string | null;
}

/** Whether a chunk needs no scrolling: it was scrolled to, or clicked in the text, and so is in view. */
function isShown(
  shown: Shown | undefined,
  { number }: DocumentChunk,
  key: string,
  state: unknown,
): boolean {
  if (shown === undefined) return false;
  if (shown.key === key) return shown.chunk === number;
  return typeof state === 'object' && state !== null && 'isChunkInView' in state;
}

/** The selected chunk of a document. */
export interface Selection {
  /** Undefined without one. */
  number: number | undefined;
  /** Undefined while it is loaded. */
  chunk: DocumentChunk | undefined;
  error: Error | null;
  retry: () => void;
  /** Selects a chunk, and scrolls the document to it; its identity is stable. */
  select: (number: number) => void;
}

/** Returns what the views, the chunks and the search of a document have in common. */
export function useReading(
  place: DocumentPlace,
  document: DocumentDetail,
): { reading: Reading; selection: Selection; find: Find } {
  const text = useDocumentText(place, document);
  const { blocks, loadTo } = text;
  const [search, setSearch] = useSearchParams();
  const { key, state } = useLocation();
  const asked = search.get(CHUNK);
  const typedWords = search.get(WORDS);
  const number = chunkNumberOf(asked, document.chunk_count);
  const pages = number === undefined ? [] : [Math.floor(number / CHUNKS_PER_PAGE)];
  const selectedPage = useChunkPages(place, document, pages);
  const chunk = number === undefined ? undefined : selectedPage.chunkOf(number);
  const { found, note, passage, isReplaced } = useHit({
    document,
    blocks,
    asked,
    typedWords,
    chunk,
  });

  const [target, setTarget] = useState<ScrollTarget>();
  const [shown, setShown] = useState<Shown>();
  if (chunk !== undefined && !isShown(shown, chunk, key, state)) {
    setShown({ chunk: chunk.number, key });
    const page = chunk.page_first ?? undefined;
    if (typeof chunk.start === 'number') setTarget({ place: chunk.start, page });
    else if (page !== undefined) setTarget({ place: Infinity, page });
  } else if (found.place !== undefined && shown !== undefined && shown.words !== typedWords) {
    setShown({ ...shown, words: typedWords });
    setTarget({ place: found.place, isRefined: true });
  }
  // What was at this place is in the document of before.
  const [isCleared, setCleared] = useState(false);
  if (isReplaced && !isCleared) {
    setCleared(true);
    setTarget(undefined);
  }
  const isRange = typeof chunk?.start === 'number' && typeof chunk.end === 'number';
  const start = isRange ? (chunk.start ?? 0) : undefined;
  const end = isRange ? (chunk.end ?? 0) : undefined;

  const write = useCallback(
    (number: number, isInView = false) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          changed.set(CHUNK, String(number));
          // They are words of the chunk that the link named.
          changed.delete(WORDS);
          return changed;
        },
        { replace: true, state: isInView ? IN_VIEW : null },
      ),
    [setSearch],
  );
  const select = useCallback((number: number) => write(number), [write]);
  const findChunk = useFindChunk(place, document);
  const onPick = useCallback(
    (offset: number) =>
      void findChunk(offset).then((number) => {
        if (number !== undefined) write(number, true);
      }),
    [findChunk, write],
  );

  const show = useCallback(({ start }: { start: number }) => setTarget({ place: start }), []);
  const find = useFind(text, show);
  const isFinding = find.sought.trim() !== '';
  const matches = isFinding ? find.matches : found.ranges;
  const current = isFinding ? find.current : NONE;
  const marks = useMemo<Marks>(
    () => ({
      chunk: start === undefined || end === undefined ? undefined : { start, end },
      matches,
      current,
    }),
    [start, end, matches, current],
  );
  useEffect(() => {
    if (end !== undefined) loadTo(end);
  }, [loadTo, end]);
  const reading = useMemo(
    () => ({ place, document, text, marks, target, passage, note, onPick }),
    [place, document, text, marks, target, passage, note, onPick],
  );
  const { error, retry } = selectedPage;
  const selection = useMemo(
    () => ({ number, chunk, error, retry, select }),
    [number, chunk, error, retry, select],
  );
  return { reading, selection, find };
}

/** Returns the number in an address, if the document has such a chunk. */
export function chunkNumberOf(text: string | null, count: number): number | undefined {
  if (text === null || !/^\d{1,8}$/.test(text)) return undefined;
  const number = Number(text);
  return number < count ? number : undefined;
}
