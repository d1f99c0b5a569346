import { useIsKnown } from '@carrel/shared/access';
import { isApiError, listDatasetsQuery } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';

interface FoundDataset {
  /** Undefined while it is loaded, or when there is none. */
  dataset: Dataset | undefined;
  /** The organization has no such dataset, or none any more. */
  isMissing: boolean;
}

/** Returns a dataset by its id. `error` is that of the screen's own read of it. */
export function useDataset(datasetId: string, error: unknown = null): FoundDataset {
  const organizationId = useOrganizationId();
  const { data, isSuccess, isFetching } = useQuery({
    ...listDatasetsQuery(organizationId),
    select: (list) => list.datasets.find((dataset) => dataset.id === datasetId) ?? null,
  });
  const isRefused = isApiError(error) && error.status === 404;
  const isKnown = useIsKnown({ kind: 'dataset', id: datasetId });
  // A list that is loaded again may get a dataset that was just created.
  const isUnlisted = data === null && isSuccess && (!isFetching || isKnown);
  return { dataset: data ?? undefined, isMissing: isRefused || isUnlisted };
}
