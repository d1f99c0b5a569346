import { listDatasetsQuery } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';

/** Returns a dataset by its id; undefined while it is loaded, or when there is none. */
export function useDataset(datasetId: string): Dataset | undefined {
  const organizationId = useOrganizationId();
  const { data } = useQuery({
    ...listDatasetsQuery(organizationId),
    select: (list) => list.datasets.find((dataset) => dataset.id === datasetId),
  });
  return data;
}
