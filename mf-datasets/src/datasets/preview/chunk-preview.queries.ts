import { client, isApiError, queryKeys } from '@carrel/shared/api';
import { chunkPreviewSchema } from '@carrel/shared/contract';
import type { PreviewChunksInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { findDocuments, foundKey } from '../../data/find/find.queries.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** The server makes few previews at a time. */
const BUSY_RETRIES = 3;
const BUSY_MS = 2000;

/** The chunks of a sample text under settings that are not saved yet, made by the server's own code. */
export const chunkPreviewQuery = (organizationId: string, input: PreviewChunksInput) =>
  queryOptions({
    queryKey: [...queryKeys.organization(organizationId), 'chunk-preview', input],
    queryFn: ({ signal }) =>
      client
        .post(apiPaths.previewChunks(), { organizationId, json: input, signal })
        .json(chunkPreviewSchema),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    // The server's queue is full: 503.
    retry: (count, error) => isApiError(error) && error.status === 503 && count < BUSY_RETRIES,
    retryDelay: BUSY_MS,
  });

/** Documents that are offered for a preview. */
const OFFERED = 100;

/** The first documents of a dataset. */
export const previewableQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: [...foundKey(organizationId, datasetId), 'previewable'],
    queryFn: ({ signal }) =>
      findDocuments(organizationId, datasetId, { sort: 'path', limit: OFFERED }, signal),
  });
