import { queryKeys } from '@carrel/shared/api';
import type { Archive } from '@carrel/shared/contract';
import { queryOptions } from '@tanstack/react-query';

import { listArchives } from './archives.api.ts';

/** Milliseconds between two requests while the server works on an archive. */
const REFRESH_MS = 2000;

/** Returns whether the server works on an archive; false when it sends no status. */
export function isInProgress({ status }: Archive): boolean {
  return status === 'pending' || status === 'processing';
}

/**
 * The uploads of a dataset, polled while one of them is in progress, unless changes arrive through the
 * stream.
 */
export const archivesQuery = (organizationId: string, datasetId: string, live: boolean) =>
  queryOptions({
    queryKey: queryKeys.archives(organizationId, datasetId),
    queryFn: () => listArchives(organizationId, datasetId),
    select: (list) => list.archives,
    refetchInterval: ({ state }) =>
      !live && state.data?.archives.some(isInProgress) === true ? REFRESH_MS : false,
  });
