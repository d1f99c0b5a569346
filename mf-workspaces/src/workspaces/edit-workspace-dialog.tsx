import { queryKeys } from '@carrel/shared/api';
import type { Workspace } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useQueryClient } from '@tanstack/react-query';

import { WorkspaceFormDialog } from './workspace-form-dialog.tsx';
import { updateWorkspace } from './workspaces.api.ts';

interface EditWorkspaceDialogProps {
  workspace: Workspace;
  onClose: () => void;
}

export function EditWorkspaceDialog({ workspace, onClose }: EditWorkspaceDialogProps) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const before = workspace.description ?? '';

  return (
    <WorkspaceFormDialog
      title="Edit workspace"
      submitLabel="Save changes"
      initial={{ name: workspace.name, description: before }}
      save={async ({ name, description }) => {
        await updateWorkspace(organizationId, workspace.id, {
          name,
          ...changedDescription(before, description),
        });
        toast.success('Workspace updated successfully!');
        onClose();
        await queryClient.invalidateQueries({
          queryKey: queryKeys.workspaces(organizationId),
          exact: true,
        });
      }}
      fallback="Failed to update workspace. Please try again."
      onClose={onClose}
    />
  );
}

/** An empty description is left out, unless there was one: then only null takes it away. */
function changedDescription(before: string, after: string): { description?: string | null } {
  if (after !== '') return { description: after };
  return before === '' ? {} : { description: null };
}
