import { isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deleteDataset } from '../data/datasets.api.ts';

interface DeleteDatasetDialogProps {
  dataset: Dataset;
  onClose: () => void;
  onDeleted: (datasetId: string) => void;
}

const CONSEQUENCES = [
  'All of its documents are removed, with everything that was made of them.',
  'All of its archives and its upload history are removed.',
  'It disappears from every workspace it is attached to.',
  'This action cannot be undone.',
];

/** Asks for a dataset's name before deleting it. */
export function DeleteDatasetDialog(props: DeleteDatasetDialogProps) {
  const { dataset, onClose, onDeleted } = props;
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const removeRow = () => {
    onClose();
    return queryClient.invalidateQueries({
      queryKey: queryKeys.datasets(organizationId),
      exact: true,
    });
  };
  const deletion = useMutation({
    mutationFn: () => deleteDataset(organizationId, dataset.id),
    onSuccess: async () => {
      toast.success(`Dataset "${dataset.name}" deleted successfully`);
      onDeleted(dataset.id);
      await removeRow();
    },
    onError: async (error) => {
      toast.error(messageOf(error, 'Failed to delete dataset'));
      if (isApiError(error) && error.status === 404) await removeRow();
    },
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => deletion.mutateAsync()}
      title="Delete dataset"
      name={dataset.name}
      consequences={CONSEQUENCES}
      confirmLabel="Delete dataset"
      pending={deletion.isPending}
      typeToConfirm={dataset.name}
    />
  );
}
