import type { DocumentDetail } from '@carrel/shared/contract';
import { CHUNKS_PER_PAGE } from '@carrel/shared/paths';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { Selection } from '../chunks/selection.ts';
import { useChunkPages, useFindChunk } from '../chunks/use-chunk-pages.ts';
import type { DocumentPlace } from '../../data/document.api.ts';
import { useFind } from '../find/use-find.ts';
import type { Find } from '../find/use-find.ts';
import type { Marks } from '../marks/marks.ts';
import type { Reading } from '../reading.ts';
import { useDocumentText } from './use-document-text.ts';
import { useHit } from './use-hit.ts';
import { IN_VIEW, useTarget } from './use-target.ts';

/** The number of the selected chunk in the address, and the words that are marked in it. */
const CHUNK = 'chunk';
const WORDS = 'words';
/** The version of chunks that the link was made of. */
const VERSION = 'version';

/** The current one of no matches. */
const NONE = -1;

/** Returns what the views, the chunks and the search of a document have in common. */
export function useReading(
  place: DocumentPlace,
  document: DocumentDetail,
): { reading: Reading; selection: Selection; find: Find } {
  const text = useDocumentText(place, document);
  const { blocks, loadTo } = text;
  const [search, setSearch] = useSearchParams();
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

  const [target, setTarget] = useTarget({ chunk, found, typedWords, isReplaced });
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
          changed.delete(VERSION);
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

  const show = useCallback(
    ({ start }: { start: number }) => setTarget({ place: start }),
    [setTarget],
  );
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
