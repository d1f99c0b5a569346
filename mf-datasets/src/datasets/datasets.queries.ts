import { listDatasetsQuery } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import type { Dataset } from '@carrel/shared/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** The organization's datasets. */
export const datasetsQuery = (organizationId: string) =>
  queryOptions({
    ...listDatasetsQuery(organizationId),
    select: (list) => list.datasets,
  });

/** Returns a dataset by its id; undefined while it is loaded, or when there is none. */
export function useDataset(datasetId: string): Dataset | undefined {
  const organizationId = useOrganizationId();
  const { data } = useQuery(datasetsQuery(organizationId));
  return data?.find((dataset) => dataset.id === datasetId);
}
