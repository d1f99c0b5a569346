import { describeFailure, listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { ErrorState, LoadingScreen } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';

/** Stands in place of the dashboard and of screens that are closed to guests: leads to the guest's workspace. */
export function GuestStart({ organizationId }: { organizationId: string }) {
  usePage({ title: 'Workspace' });
  const { data, error, isFetching, refetch } = useQuery(listWorkspacesQuery(organizationId));
  if (data !== undefined) {
    const [workspace] = data.workspaces;
    const to =
      workspace === undefined
        ? consolePaths.workspaces()
        : consolePaths.workspaceSearch(workspace.id);
    return <Navigate to={to} replace />;
  }
  if (error === null) return <LoadingScreen />;
  return (
    <ErrorState
      title="Failed to load workspaces. Please try again."
      {...describeFailure(error)}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
