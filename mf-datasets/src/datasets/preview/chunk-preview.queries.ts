import { client, queryKeys } from '@carrel/shared/api';
import { chunkPreviewSchema } from '@carrel/shared/contract';
import type { PreviewChunksInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

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
    retry: false,
  });
