import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';

import { deleteDataset } from '../data/datasets.api.ts';

const CONSEQUENCES = [
  'All of its documents are removed, with everything that was made of them.',
  'All of its archives and its upload history are removed.',
  'It disappears from every workspace it is attached to.',
  'This action cannot be undone.',
];

/** Asks for a dataset's name before deleting it. */
export function useDeleteDataset(onDeleted: (datasetId: string) => unknown) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const removeRow = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.datasets(organizationId), exact: true });
  return useConfirm((dataset: Dataset) => ({
    title: 'Delete dataset',
    name: dataset.name,
    consequences: CONSEQUENCES,
    confirmLabel: 'Delete dataset',
    typeToConfirm: dataset.name,
    act: () => deleteDataset(organizationId, dataset.id),
    done: `Dataset "${dataset.name}" deleted successfully`,
    failed: (error) => messageOf(error, 'Failed to delete dataset'),
    missing: removeRow,
    after: () => {
      void onDeleted(dataset.id);
      return removeRow();
    },
  }));
}
