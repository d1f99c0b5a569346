import type { DocumentChunk, DocumentDetail } from '@carrel/shared/contract';
import { CHUNKS_PER_PAGE } from '@carrel/shared/paths';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useChunkPages, useFindChunk } from '../chunks/use-chunk-pages.ts';
import type { DocumentPlace } from '../document.api.ts';
import { useFind } from '../find/use-find.ts';
import type { Find } from '../find/use-find.ts';
import type { Marks } from '../marks/marks.ts';
import type { Reading, ScrollTarget } from './reading.ts';
import { useDocumentText } from './use-document-text.ts';

/** The number of the selected chunk in the address. */
const CHUNK = 'chunk';

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
  const [search, setSearch] = useSearchParams();
  const number = chunkNumberOf(search.get(CHUNK), document.chunk_count);
  const pages = number === undefined ? [] : [Math.floor(number / CHUNKS_PER_PAGE)];
  const selectedPage = useChunkPages(place, document, pages);
  const chunk = number === undefined ? undefined : selectedPage.chunkOf(number);

  const [target, setTarget] = useState<ScrollTarget>();
  // A chunk that was clicked in the text is in view already.
  const [shown, setShown] = useState<number>();
  if (chunk !== undefined && chunk.number !== shown) {
    setShown(chunk.number);
    if (typeof chunk.start === 'number') setTarget({ place: chunk.start });
  }
  const { loadTo } = text;
  const isRange = typeof chunk?.start === 'number' && typeof chunk.end === 'number';
  const start = isRange ? (chunk.start ?? 0) : undefined;
  const end = isRange ? (chunk.end ?? 0) : undefined;

  const write = useCallback(
    (number: number) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          changed.set(CHUNK, String(number));
          return changed;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const select = useCallback(
    (number: number) => {
      // Selecting it again scrolls to it again.
      setShown(undefined);
      write(number);
    },
    [write],
  );
  const findChunk = useFindChunk(place, document);
  const onPick = useCallback(
    (offset: number) =>
      void findChunk(offset).then((number) => {
        if (number === undefined) return;
        setShown(number);
        write(number);
      }),
    [findChunk, write],
  );

  const show = useCallback(({ start }: { start: number }) => setTarget({ place: start }), []);
  const find = useFind(text, show);
  const { matches, current } = find;
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
    () => ({ place, document, text, marks, target, onPick }),
    [place, document, text, marks, target, onPick],
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
