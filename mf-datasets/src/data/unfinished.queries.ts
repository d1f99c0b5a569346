import { loadUploads, queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { keepRemembered } from './sending/remembered-uploads.ts';

/** Milliseconds between two requests while an upload runs in another tab. */
const REFRESH_MS = 5000;

/** The caller's unfinished uploads into a dataset; none where the server has no such uploads. */
export const unfinishedUploadsQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: queryKeys.uploads(organizationId, datasetId),
    queryFn: async ({ signal }) => {
      const { listUnfinishedUploads } = await loadUploads();
      const uploads = await listUnfinishedUploads({ organizationId, datasetId, signal });
      keepRemembered(
        datasetId,
        uploads.map(({ id }) => id),
      );
      return uploads;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ runs }) => runs === 'elsewhere') === true ? REFRESH_MS : false,
    retry: false,
  });
