import { queryKeys, readBytes } from '@carrel/shared/api';
import type { DocumentDetail } from '@carrel/shared/contract';
import { apiPaths, BLOCKS_PER_PAGE, CHUNKS_PER_PAGE } from '@carrel/shared/paths';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { isInProgress } from './document-status.ts';
import { refreshInterval } from './documents.queries.ts';
import { getDocument, listBlocks, listChunks } from './document.api.ts';
import type { DocumentPlace } from './document.api.ts';

/** The key of what is read of a document. */
export const documentKey = (
  { organizationId, datasetId, documentId }: DocumentPlace,
  part: string,
  ...rest: readonly unknown[]
) => [...queryKeys.datasets(organizationId), datasetId, part, documentId, ...rest] as const;

/**
 * A document's facts and history, polled while it is in progress unless changes arrive through the stream, which
 * says nothing of documents that are processed again.
 */
export const documentQuery = (place: DocumentPlace, live: boolean) =>
  queryOptions({
    queryKey: documentKey(place, 'document'),
    queryFn: () => getDocument(place),
    refetchInterval: ({ state: { data } }) => {
      const isAgain = data?.reprocessing === true;
      return refreshInterval({
        live: live && !isAgain,
        inProgress: isAgain || (data !== undefined && isInProgress(data.status)),
        arrivedAt: null,
      });
    },
  });

/**
 * A page of a document's chunks, by its number. Another version is another page: two sets of chunks are
 * never mixed.
 */
export const chunkPageQuery = (place: DocumentPlace, version: string | null, page: number) =>
  queryOptions({
    queryKey: documentKey(place, 'document-chunks', version, page),
    queryFn: () => listChunks(place, { from: page * CHUNKS_PER_PAGE, limit: CHUNKS_PER_PAGE }),
    staleTime: Infinity,
  });

/** What a document's text depends on: its bytes, and how they were read. */
export const textVersionOf = ({ sha256, updated_at, chunk_version }: DocumentDetail): string =>
  [sha256 ?? updated_at, chunk_version ?? ''].join(' ');

/** A document's text, page by page. */
export const textQuery = (place: DocumentPlace, version: string) =>
  infiniteQueryOptions({
    queryKey: documentKey(place, 'document-text', version),
    queryFn: ({ pageParam }) => listBlocks(place, { from: pageParam, limit: BLOCKS_PER_PAGE }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? null,
    staleTime: Infinity,
    // The text that was shown stays until the new one is there.
    placeholderData: keepPreviousData,
  });

/** The key of a document's original bytes. */
export const originalKey = (place: DocumentPlace, { sha256, updated_at }: DocumentDetail) =>
  documentKey(place, 'document-original', sha256 ?? updated_at);

/** Milliseconds for which bytes are kept that were read ahead and are not drawn. */
const UNUSED_PDF_MS = 20_000;

/** Bytes below which a PDF is read at once; of larger ones ranges are read. */
const WHOLE_PDF_MAX = 8 * 1024 * 1024;

/** All bytes of a PDF, or undefined for one that is too large for that. They are not kept once they are drawn. */
export function smallPdfQuery(place: DocumentPlace, document: DocumentDetail) {
  const { organizationId, datasetId, documentId } = place;
  const { size } = document;
  if (size >= WHOLE_PDF_MAX) return undefined;
  return queryOptions({
    queryKey: [...originalKey(place, document), 'pdf'],
    queryFn: ({ signal }) =>
      readBytes(apiPaths.documentContent(datasetId, documentId), {
        organizationId,
        signal,
        maxBytes: size,
      }),
    staleTime: Infinity,
    gcTime: UNUSED_PDF_MS,
  });
}
