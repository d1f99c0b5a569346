import { listWorkspacesQuery, useFirstRead } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useIsGuest } from '@carrel/shared/search';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { PageHeader, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router-dom';

import { InvalidWorkspace } from './invalid-workspace.tsx';
import { WorkspaceTabs, type WorkspaceTabsProps } from './workspace-tabs.tsx';

interface WorkspaceScreenProps {
  /** The name of the screen; absent for the one that is the workspace itself. */
  title?: string;
  current: WorkspaceTabsProps['current'];
  /** What is below the tabs. */
  Body: ComponentType<{ workspaceId: string }>;
}

/** How the code of what is below the tabs is waited for. */
export const BODY_LOOKS = {
  waiting: <Skeleton height="8rem" />,
  failure: 'This screen could not be loaded',
};

/** A screen of the workspace in the address: the workspace's name, and the tabs of its screens. */
export function WorkspaceScreen(props: WorkspaceScreenProps) {
  const workspaceId = useParams()['workspaceId'];
  if (workspaceId === undefined) {
    return <InvalidWorkspace reason="Missing organization or workspace ID" />;
  }
  return <ScreenOf key={workspaceId} workspaceId={workspaceId} {...props} />;
}

function ScreenOf(props: WorkspaceScreenProps & { workspaceId: string }) {
  const { workspaceId, title, current, Body } = props;
  const read = listWorkspacesQuery(useOrganizationId());
  useFirstRead(read);
  const isGuest = useIsGuest();
  const workspaces = useQuery(read);
  const workspace = workspaces.data?.workspaces.find(({ id }) => id === workspaceId);
  const name = workspace?.name;
  usePage({
    title: title ?? name ?? 'Workspace',
    breadcrumbs: [
      { name: 'Workspaces', to: consolePaths.workspaces() },
      // Shown together with the name, which would move what is right of it.
      ...(name === undefined || title === undefined
        ? [{ name: name ?? 'Workspace' }]
        : [{ name, to: consolePaths.workspaceManage(workspaceId) }, { name: title }]),
    ],
  });

  if (workspace === undefined && workspaces.isSuccess && !workspaces.isFetching) {
    // The list has the one workspace of a guest.
    if (isGuest) return <Navigate to={consolePaths.workspaces()} replace />;
    return <InvalidWorkspace reason="The link names no workspace of the selected organization." />;
  }
  return (
    <>
      <PageHeader title={name ?? 'Workspace'} />
      <WorkspaceTabs workspaceId={workspaceId} current={current} />
      <Body workspaceId={workspaceId} />
    </>
  );
}
