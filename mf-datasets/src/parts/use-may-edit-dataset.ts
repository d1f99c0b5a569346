import { listDatasetsQuery } from '@carrel/shared/api';
import { useMayEdit, useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

/**
 * Returns whether the user may change the dataset of the address: by a role for it, or by that in the organization. Reads
 * the list of datasets that its screen has read.
 */
export function useMayEditDataset(): boolean {
  const mayEdit = useMayEdit();
  const { datasetId } = useParams();
  const { data: role } = useQuery({
    ...listDatasetsQuery(useOrganizationId()),
    // Buttons in rows ask for it too, each of which would read the list again.
    enabled: false,
    select: (list) => list.datasets.find(({ id }) => id === datasetId)?.role,
  });
  if (role === null || role === undefined) return mayEdit;
  return role === 'Manager' || role === 'Editor';
}
