import { client, queryKeys } from '@carrel/shared/api';
import { foundDocumentsSchema } from '@carrel/shared/contract';
import type { FindDocumentsQuery } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { isInProgress } from '../document-status.ts';
import { refreshInterval } from '../documents.queries.ts';
import type { PollingState } from '../documents.queries.ts';

/** Documents per page. */
const PAGE_LIMIT = 200;

/** A page of the documents of a dataset that pass the filters. */
export const findDocuments = (
  organizationId: string,
  datasetId: string,
  query: FindDocumentsQuery,
  signal?: AbortSignal,
) =>
  client
    .get(apiPaths.findDocuments(datasetId, query), {
      organizationId,
      ...(signal === undefined ? {} : { signal }),
    })
    .json(foundDocumentsSchema);

/** Below this key is all that was found in a dataset. */
export const foundKey = (organizationId: string, datasetId: string) =>
  queryKeys.documents(organizationId, datasetId, 'found');

/**
 * Found documents, page by page, cached by their request, so that a late response never replaces a newer
 * one. Those found before stay until the next arrive.
 */
export const foundQuery = (
  organizationId: string,
  datasetId: string,
  query: FindDocumentsQuery,
  polling: PollingState,
) =>
  infiniteQueryOptions({
    queryKey: [...foundKey(organizationId, datasetId), query],
    queryFn: ({ pageParam, signal }) =>
      findDocuments(
        organizationId,
        datasetId,
        { ...query, limit: PAGE_LIMIT, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const shown = pages.some(({ documents }) =>
        documents.some(({ status, reprocessing }) => reprocessing || isInProgress(status)),
      );
      const interval = refreshInterval({ ...polling, inProgress: polling.inProgress || shown });
      return interval === false ? false : interval * Math.max(1, pages.length);
    },
  });

/** How many documents a folder has at any depth. */
export const folderTotalQuery = (organizationId: string, datasetId: string, folder: string) =>
  queryOptions({
    queryKey: [...foundKey(organizationId, datasetId), 'total', folder],
    queryFn: () => findDocuments(organizationId, datasetId, { folder, limit: 1 }),
    select: ({ total, total_is_more }) => ({ total, isMore: total_is_more === true }),
  });
