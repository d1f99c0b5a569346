import { countDocuments, queryKeys } from '@carrel/shared/api';
import { IN_PROGRESS_STATUSES } from '@carrel/shared/contract';
import type { FolderSort, NavigationItem, StatusCounts } from '@carrel/shared/contract';
import { COUNTS_PAGE, FOLDER_PAGE_LIMIT } from '@carrel/shared/paths';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { listFolder } from './documents.api.ts';
import { isInProgress } from './document-status.ts';

/** Milliseconds between two requests while documents are in progress. */
const REFRESH_MS = 1000;
/** Milliseconds after an upload in which its first documents are expected. */
const ARRIVAL_MS = 60_000;

/** Whether the server is at work on any document. */
export function anyInProgress(counts: StatusCounts): boolean {
  return IN_PROGRESS_STATUSES.some((status) => counts[status] > 0);
}

/** What decides whether to poll: documents in progress, or an upload whose documents are expected. */
export interface PollingState {
  /** Changes arrive through a stream. */
  live: boolean;
  inProgress: boolean;
  /** When the last upload arrived, in milliseconds since 1970. */
  arrivedAt: number | null;
}

/** Returns the milliseconds to the next request, or false when there is nothing to poll for. */
export function refreshInterval(
  { live, inProgress, arrivedAt }: PollingState,
  now = Date.now(),
): number | false {
  if (live) return false;
  const expected = arrivedAt !== null && now - arrivedAt < ARRIVAL_MS;
  return inProgress || expected ? REFRESH_MS : false;
}

/** Counts of a dataset's documents by status, polled while any is in progress. */
export const countsQuery = (organizationId: string, datasetId: string, polling: PollingState) =>
  queryOptions({
    queryKey: queryKeys.documents(organizationId, datasetId, COUNTS_PAGE),
    queryFn: () => countDocuments(organizationId, datasetId),
    select: (list) => list.status_counts,
    refetchInterval: ({ state }) =>
      refreshInterval({
        ...polling,
        inProgress:
          polling.inProgress ||
          (state.data !== undefined && anyInProgress(state.data.status_counts)),
      }),
  });

/** The order of a folder: its documents by this, its folders first. */
export interface FolderOrder {
  sort: FolderSort;
  order: 'asc' | 'desc';
}

/** Where a page of a folder begins, and how long it may be. */
export interface FolderPlace {
  cursor: string;
  limit: number;
}

/** Pages of a folder as long as the first one. Who reads on is likely to read all, in fewer and longer pages. */
const SHORT_PAGES = 2;
const LONG_PAGE = 1000;

/** By name, which needs no word in the address of a request. */
const BY_NAME: FolderOrder = { sort: 'name', order: 'asc' };

/**
 * A folder, page by page. A poll loads all its pages, so a long folder is polled less often: one
 * request a second, whatever its length.
 */
export const folderQuery = (
  organizationId: string,
  datasetId: string,
  path: string,
  polling: PollingState,
  { sort, order }: FolderOrder = BY_NAME,
) => {
  const by = {
    ...(sort === BY_NAME.sort ? {} : { sort }),
    ...(order === BY_NAME.order ? {} : { order }),
  };
  return infiniteQueryOptions({
    queryKey: queryKeys.navigation(organizationId, datasetId, path, ...Object.values(by)),
    queryFn: ({ pageParam }) =>
      listFolder(organizationId, datasetId, {
        path,
        limit: FOLDER_PAGE_LIMIT,
        ...by,
        ...pageParam,
      }),
    initialPageParam: null as FolderPlace | null,
    getNextPageParam: ({ next_cursor: cursor }, pages): FolderPlace | null =>
      cursor === null || cursor === undefined
        ? null
        : { cursor, limit: pages.length < SHORT_PAGES ? FOLDER_PAGE_LIMIT : LONG_PAGE },
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      const shown = pages.some((page) => page.items.some(itemInProgress));
      const interval = refreshInterval({ ...polling, inProgress: polling.inProgress || shown });
      return interval === false ? false : interval * Math.max(1, pages.length);
    },
  });
};

function itemInProgress({ status }: NavigationItem): boolean {
  return status !== null && status !== undefined && isInProgress(status);
}
