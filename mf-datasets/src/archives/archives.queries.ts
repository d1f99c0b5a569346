import { queryKeys } from '@carrel/shared/api';
import type { Archive } from '@carrel/shared/contract';
import { queryOptions } from '@tanstack/react-query';

import { listArchives } from './archives.api.ts';

/** Milliseconds between two looks while the server is at work on an archive. */
const REFRESH_MS = 2000;

/** Whether the server is at work on an archive, as far as it says so. */
export function isInWork({ status }: Archive): boolean {
  return status === 'pending' || status === 'processing';
}

/**
 * Everything that was uploaded into a dataset, looked at again while any of it is in work, unless
 * changes come by themselves.
 */
export const archivesQuery = (organizationId: string, datasetId: string, live: boolean) =>
  queryOptions({
    queryKey: queryKeys.archives(organizationId, datasetId),
    queryFn: () => listArchives(organizationId, datasetId),
    select: (list) => list.archives,
    refetchInterval: ({ state }) =>
      !live && state.data?.archives.some(isInWork) === true ? REFRESH_MS : false,
  });
