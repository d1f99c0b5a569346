import type { DocumentChunk, DocumentDetail } from '@carrel/shared/contract';
import { CHUNKS_PER_PAGE } from '@carrel/shared/paths';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

import type { DocumentPlace } from '../../data/document.api.ts';
import { chunkPageQuery, documentQuery } from '../../data/document.queries.ts';
import { findChunkAt } from './find-chunk-at.ts';

/** Milliseconds between two reads of a document whose chunks are newer than it. */
const REREAD_MS = 700;

/** The chunks of some pages. */
export interface ChunkPages {
  /** Returns a chunk by its number; undefined while its page is loaded. */
  chunkOf: (number: number) => DocumentChunk | undefined;
  error: Error | null;
  isFetching: boolean;
  retry: () => void;
}

/**
 * Reads pages of a document's chunks. A page of another version than the document's is not shown: the
 * document is read again, and with it the pages of its version.
 */
export function useChunkPages(
  place: DocumentPlace,
  { chunk_version, chunk_count }: DocumentDetail,
  pages: readonly number[],
): ChunkPages {
  const version = chunk_version ?? null;
  const queryClient = useQueryClient();
  const results = useQueries({
    queries: (chunk_count === 0 ? [] : pages).map((page) => chunkPageQuery(place, version, page)),
  });
  const data = results.map((result) => result.data);
  const isOther = data.some((page) => page !== undefined && (page.version ?? null) !== version);
  useEffect(() => {
    if (!isOther) return undefined;
    const { queryKey } = documentQuery(place, true);
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey }), REREAD_MS);
    return () => clearInterval(timer);
  }, [isOther, queryClient, place]);

  const failed = results.find(({ isError }) => isError);
  const refetch = failed?.refetch;
  const retry = useCallback(() => void refetch?.(), [refetch]);
  return {
    chunkOf: (number) => {
      const page = data[pages.indexOf(Math.floor(number / CHUNKS_PER_PAGE))];
      if (page === undefined || (page.version ?? null) !== version) return undefined;
      return page.chunks.find((chunk) => chunk.number === number);
    },
    error: failed?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    retry,
  };
}

/** Returns a function that finds the smallest chunk at a place of the text. */
export function useFindChunk(place: DocumentPlace, { chunk_version, chunk_count }: DocumentDetail) {
  const queryClient = useQueryClient();
  return useCallback(
    (offset: number) =>
      findChunkAt(
        (page) => queryClient.fetchQuery(chunkPageQuery(place, chunk_version ?? null, page)),
        chunk_count,
        offset,
      ).catch(() => undefined),
    [queryClient, place, chunk_version, chunk_count],
  );
}

/** Returns the pages that hold some chunks, from the first to before the end. */
export function pagesOfRows(first: number, end: number): number[] {
  const from = Math.floor(first / CHUNKS_PER_PAGE);
  const to = Math.floor(Math.max(first, end - 1) / CHUNKS_PER_PAGE);
  return Array.from({ length: to - from + 1 }, (_, page) => from + page);
}
