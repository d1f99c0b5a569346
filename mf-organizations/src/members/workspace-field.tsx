import { describeFailure, listWorkspacesQuery } from '@carrel/shared/api';
import { ErrorState } from '@carrel/shared/ui';
import { SelectField, Skeleton } from '@carrel/shared/ui/signed-in';
import type { SelectFieldProps } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

type WorkspaceFieldProps = Omit<SelectFieldProps, 'label' | 'hint' | 'options' | 'placeholder'> & {
  organizationId: string;
};

/** Chooses the workspace that guests are invited to. */
export function WorkspaceField({ organizationId, ...field }: WorkspaceFieldProps) {
  const { data, error, isFetching, refetch } = useQuery(listWorkspacesQuery(organizationId));
  if (data === undefined) {
    if (error === null) return <Skeleton height="5.5rem" />;
    return (
      <ErrorState
        title="Failed to load workspaces. Please try again."
        {...describeFailure(error)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <SelectField
      label="Workspace"
      hint="A guest searches and asks this workspace, and sees nothing else of the organization."
      options={data.workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder={
        data.workspaces.length === 0 ? 'There is no workspace yet' : 'Choose a workspace'
      }
      required
      {...field}
    />
  );
}
