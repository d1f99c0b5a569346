import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Workspace } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { deleteWorkspace } from '../data/workspaces.api.ts';

const CONSEQUENCES = [
  'All data of the workspace is removed.',
  'Its datasets are detached; the datasets themselves stay.',
  'This action cannot be undone.',
];

interface DeleteWorkspaceDialogProps {
  workspace: Workspace;
  onClose: () => void;
}

/** Asks for a workspace's name before deleting it. */
export function DeleteWorkspaceDialog({ workspace, onClose }: DeleteWorkspaceDialogProps) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteWorkspace(organizationId, workspace.id),
    onSuccess: async () => {
      toast.success(`Workspace "${workspace.name}" deleted successfully`);
      onClose();
      queryClient.removeQueries({
        queryKey: queryKeys.workspaceDatasets(organizationId, workspace.id),
      });
      await queryClient.invalidateQueries({
        queryKey: queryKeys.workspaces(organizationId),
        exact: true,
      });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to delete workspace')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => deletion.mutateAsync()}
      title="Delete workspace"
      name={workspace.name}
      consequences={CONSEQUENCES}
      confirmLabel="Delete workspace"
      pending={deletion.isPending}
      typeToConfirm={workspace.name}
    />
  );
}
