import { queryKeys } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useQueryClient } from '@tanstack/react-query';

import { WorkspaceFormDialog } from './workspace-form-dialog.tsx';
import { createWorkspace } from './workspaces.api.ts';

export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();

  return (
    <WorkspaceFormDialog
      title="Create workspace"
      submitLabel="Create workspace"
      initial={{ name: '', description: '' }}
      save={async ({ name, description }) => {
        await createWorkspace(
          organizationId,
          description === '' ? { name } : { name, description },
        );
        toast.success('Workspace created successfully!');
        onClose();
        await queryClient.invalidateQueries({
          queryKey: queryKeys.workspaces(organizationId),
          exact: true,
        });
      }}
      fallback="Failed to create workspace. Please try again."
      onClose={onClose}
    />
  );
}
