import { client, queryKeys } from '@carrel/shared/api';
import { settingsDriftSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { queryOptions } from '@tanstack/react-query';

/** Milliseconds between two requests while documents are processed again. */
const REFRESH_MS = 1000;

/** How many documents were processed with older settings, polled while any is processed again. */
export const driftQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: queryKeys.settingsDrift(organizationId, datasetId),
    queryFn: () =>
      client.get(apiPaths.settingsDrift(datasetId), { organizationId }).json(settingsDriftSchema),
    refetchInterval: ({ state }) => ((state.data?.reprocessing ?? 0) > 0 ? REFRESH_MS : false),
  });
