import { useMayEdit } from '@carrel/shared/shell';
import { useParams } from 'react-router-dom';

import { useDataset } from '../data/use-dataset.ts';

/** Returns whether the user may change the dataset of the address: by a role for it, or by that in the organization. */
export function useMayEditDataset(): boolean {
  const mayEdit = useMayEdit();
  const role = useDataset(useParams()['datasetId'] ?? '').dataset?.role;
  if (role === null || role === undefined) return mayEdit;
  return role === 'Manager' || role === 'Editor';
}
