import { client, isApiError } from '@carrel/shared/api';
import { datasetProgressSchema } from '@carrel/shared/contract';
import type { DatasetProgress } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { withReading } from '@carrel/shared/work';
import type { Reading } from '@carrel/shared/work';
import { queryOptions } from '@tanstack/react-query';

import { progressKey } from './progress-key.ts';

/** Milliseconds between two requests while something is in progress. */
const REFRESH_MS = 2500;

/** What waits, and what waited before, by the id of the archive; of the dataset without an id. */
export interface FollowedProgress {
  progress: DatasetProgress;
  readings: Readonly<Record<string, readonly Reading[]>>;
}

/** Adds what waits now to the readings of before. One of a paused archive tells nothing about its speed. */
export function followed(
  before: FollowedProgress | undefined,
  progress: DatasetProgress,
  at: number,
): FollowedProgress {
  const running = [
    { id: '', waiting: progress.dataset.waiting },
    ...progress.archives.filter(({ paused }) => !paused),
  ];
  const readings = running.map(({ id, waiting }) => [
    id,
    withReading(before?.readings[id] ?? [], { at, waiting }),
  ]);
  return { progress, readings: Object.fromEntries(readings) as FollowedProgress['readings'] };
}

/** What waits in a dataset. Use it while something is in progress: it is read again and again. */
export const progressQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: progressKey(organizationId, datasetId),
    queryFn: async ({ client: queries, queryKey }) => {
      const progress = await client
        .get(apiPaths.datasetProgress(datasetId), { organizationId })
        .json(datasetProgressSchema);
      return followed(
        queries.getQueryData<FollowedProgress>(queryKey),
        progress,
        performance.now(),
      );
    },
    // A server without the call is asked once.
    refetchInterval: ({ state: { error } }) => (isNotFound(error) ? false : REFRESH_MS),
    retryOnMount: false,
    retry: (failures, error) => !isNotFound(error) && failures < 2,
  });

const isNotFound = (error: unknown) => isApiError(error) && error.status === 404;
