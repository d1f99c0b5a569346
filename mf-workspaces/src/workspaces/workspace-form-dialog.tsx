import { duplicateNameQuestion, messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { createWorkspaceInputSchema } from '@carrel/shared/contract';
import type { CreateWorkspaceInput, Workspace } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import {
  DescriptionFormDialog,
  changedDescription,
  newDescription,
  useDescriptionForm,
} from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { createWorkspace, updateWorkspace } from '../data/workspaces.api.ts';

interface WorkspaceFormDialogProps {
  /** The workspace to change; without one a new one is created. */
  workspace?: Workspace;
  onClose: () => void;
}

/** Creates a workspace, or changes one. */
export function WorkspaceFormDialog({ workspace, onClose }: WorkspaceFormDialogProps) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const { form, fields } = useDescriptionForm(createWorkspaceInputSchema, workspace);
  const save = useMutation({
    mutationFn: async (input: CreateWorkspaceInput) => {
      if (workspace === undefined) await createWorkspace(organizationId, newDescription(input));
      else
        await updateWorkspace(organizationId, workspace.id, changedDescription(workspace, input));
    },
    onSuccess: () => {
      toast.success(`Workspace ${workspace ? 'updated' : 'created'} successfully!`);
      onClose();
      return queryClient.invalidateQueries({
        queryKey: queryKeys.workspaces(organizationId),
        exact: true,
      });
    },
  });
  const submit = useSubmit(form, {
    askAboutName: ({ name }) =>
      name === workspace?.name
        ? undefined
        : duplicateNameQuestion(
            'workspace',
            name,
            queryClient.getQueryData<{ workspaces: Workspace[] }>(
              queryKeys.workspaces(organizationId),
            )?.workspaces,
            workspace?.id,
          ),
    send: save.mutateAsync,
    onFailed: (error) =>
      toast.error(
        messageOf(
          error,
          `Failed to ${workspace ? 'update' : 'create'} workspace. Please try again.`,
        ),
      ),
  });
  return (
    <DescriptionFormDialog
      {...fields}
      open
      onClose={onClose}
      title={workspace ? 'Edit workspace' : 'Create Workspace'}
      submitLabel={workspace ? 'Save changes' : 'Create Workspace'}
      onSubmit={submit}
    />
  );
}
