import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Workspace } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';

import { deleteWorkspace } from '../data/workspaces.api.ts';

const CONSEQUENCES = [
  'All data of the workspace is removed.',
  'Its datasets are detached; the datasets themselves stay.',
  'This action cannot be undone.',
];

/** Asks for a workspace's name before deleting it. */
export function useDeleteWorkspace() {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  return useConfirm((workspace: Workspace) => ({
    title: 'Delete workspace',
    name: workspace.name,
    consequences: CONSEQUENCES,
    confirmLabel: 'Delete workspace',
    typeToConfirm: workspace.name,
    act: () => deleteWorkspace(organizationId, workspace.id),
    done: `Workspace "${workspace.name}" deleted successfully`,
    failed: (error) => messageOf(error, 'Failed to delete workspace'),
    after: () => {
      queryClient.removeQueries({
        queryKey: queryKeys.workspaceDatasets(organizationId, workspace.id),
      });
      return queryClient.invalidateQueries({
        queryKey: queryKeys.workspaces(organizationId),
        exact: true,
      });
    },
  }));
}
