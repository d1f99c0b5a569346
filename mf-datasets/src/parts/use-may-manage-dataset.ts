import { listDatasetsQuery } from '@carrel/shared/api';
import { useMayEdit, useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';

/**
 * Returns whether the user may manage a dataset: as its Manager where it names people, or else by the role in the
 * organization. Reads the list of datasets that its screen has read.
 */
export function useMayManageDataset(datasetId: string): boolean {
  const mayEdit = useMayEdit();
  const { data: role } = useQuery({
    ...listDatasetsQuery(useOrganizationId()),
    enabled: false,
    select: (list) => list.datasets.find(({ id }) => id === datasetId)?.role,
  });
  return role === null || role === undefined ? mayEdit : role === 'Manager';
}
