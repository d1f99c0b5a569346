import { queryKeys } from '@carrel/shared/api';
import type { Source, SourceObjectState, SourceRun } from '@carrel/shared/contract/sources';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { listSourceObjects, listSourceRuns, listSources } from './sources.api.ts';
import type { SourcePlaceIds, SourcesPlace } from './sources.api.ts';

/** Milliseconds between two reads while a run works. */
const RUNNING_MS = 1500;
/** While a run is only due. */
const DUE_MS = 30_000;

export const sourcesKey = ({ organizationId, datasetId }: SourcesPlace) =>
  [...queryKeys.datasets(organizationId), datasetId, 'sources'] as const;

/** Whether the server works on a run. One that waits for a person changes nothing by itself. */
export const isWorking = (run: SourceRun | null): boolean =>
  run !== null && ['listing', 'reading', 'merging'].includes(run.state);

/** The sources of a dataset, read again while a run works or one is due. */
export const sourcesQuery = (place: SourcesPlace) =>
  queryOptions({
    queryKey: sourcesKey(place),
    queryFn: () => listSources(place),
    refetchInterval: ({ state: { data } }) => intervalOf(data?.sources ?? []),
  });

function intervalOf(sources: readonly Source[]): number | false {
  if (sources.some(({ run }) => isWorking(run))) return RUNNING_MS;
  return sources.some(({ next_run_at: next }) => next !== null) ? DUE_MS : false;
}

/** The runs of a source, the newest first. `version` changes with its last run. */
export const sourceRunsQuery = (place: SourcePlaceIds, version: string) =>
  infiniteQueryOptions({
    queryKey: [...sourcesKey(place), place.sourceId, 'runs', version],
    queryFn: ({ pageParam }) =>
      listSourceRuns(place, pageParam === '' ? {} : { cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (before) => before,
  });

/** Objects of a source in one state. `version` changes with its last run. */
export const sourceObjectsQuery = (
  place: SourcePlaceIds,
  state: SourceObjectState,
  version: string,
) =>
  infiniteQueryOptions({
    queryKey: [...sourcesKey(place), place.sourceId, 'objects', state, version],
    queryFn: ({ pageParam }) =>
      listSourceObjects(place, { state, ...(pageParam !== '' && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });

/** What changes where the lists of a source have to be read again. */
export const versionOf = (run: SourceRun | null): string =>
  run === null ? '' : `${run.number} ${run.state}`;
