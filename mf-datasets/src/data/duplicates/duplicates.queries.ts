import { client, queryKeys } from '@carrel/shared/api';
import {
  duplicateDocumentsSchema,
  duplicatesSchema,
  textComparisonSchema,
} from '@carrel/shared/contract';
import type { DuplicateKind, Duplicates } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Groups of the kind that is shown: those of people who said that they are none are one of their own. */
export type ShownDuplicates = DuplicateKind | 'dismissed';

/** Milliseconds between two requests while documents are compared. */
const REFRESH_MS = 3000;

/** Below this key is all that is known of the duplicates of a dataset. */
const duplicatesKey = (organizationId: string, datasetId: string) =>
  queryKeys.documents(organizationId, datasetId, 'duplicates');

const filterOf = (shown: ShownDuplicates) =>
  shown === 'dismissed' ? { dismissed: true } : { kind: shown };

/** How many duplicates there are of each kind. */
export const duplicateCountsQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: [...duplicatesKey(organizationId, datasetId), 'counts'],
    queryFn: () =>
      client
        .get(apiPaths.duplicates(datasetId, { limit: 1 }), { organizationId })
        .json(duplicatesSchema),
    refetchInterval: ({ state }) => (state.data?.is_comparing === true ? REFRESH_MS : false),
  });

/** Groups page by page. */
export const duplicatesQuery = (
  organizationId: string,
  datasetId: string,
  shown: ShownDuplicates,
) =>
  infiniteQueryOptions({
    queryKey: [...duplicatesKey(organizationId, datasetId), shown],
    queryFn: ({ pageParam, signal }) =>
      client
        .get(
          apiPaths.duplicates(datasetId, {
            ...filterOf(shown),
            ...(pageParam !== null && { cursor: pageParam }),
          }),
          { organizationId, signal },
        )
        .json(duplicatesSchema),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Duplicates) => page.next_cursor ?? null,
    placeholderData: keepPreviousData,
    // By what its own response says: the counts may have been read later.
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.is_comparing === true ? REFRESH_MS : false,
  });

/** The documents of one group, page by page. */
export const groupDocumentsQuery = (organizationId: string, datasetId: string, groupId: string) =>
  infiniteQueryOptions({
    queryKey: [...duplicatesKey(organizationId, datasetId), 'group', groupId],
    queryFn: ({ pageParam, signal }) =>
      client
        .get(
          apiPaths.duplicateDocuments(
            datasetId,
            groupId,
            pageParam === null ? {} : { cursor: pageParam },
          ),
          { organizationId, signal },
        )
        .json(duplicateDocumentsSchema),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor ?? null,
  });

/** What differs between the texts of two documents, page by page. */
export const comparisonQuery = (
  organizationId: string,
  datasetId: string,
  { from, to }: { from: string; to: string },
) =>
  infiniteQueryOptions({
    queryKey: [...duplicatesKey(organizationId, datasetId), 'comparison', from, to],
    queryFn: ({ pageParam, signal }) =>
      client
        .get(apiPaths.compareDocuments(datasetId, from, to, pageParam), {
          organizationId,
          signal,
        })
        .json(textComparisonSchema),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? null,
  });
