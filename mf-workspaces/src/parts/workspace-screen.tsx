import { KnownOrMissing, LazyAccessPanel, LazyKeptScreen, useIsKnown } from '@carrel/shared/access';
import { listWorkspacesQuery, useFirstRead } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useIsGuest } from '@carrel/shared/search';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
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
  const isKnown = useIsKnown({ kind: 'workspace', id: workspaceId });
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

  if (workspace === undefined && workspaces.isSuccess && (!workspaces.isFetching || isKnown)) {
    // The list has the one workspace of a guest.
    if (isGuest) return <Navigate to={consolePaths.workspaces()} replace />;
    return (
      <KnownOrMissing
        object={{ kind: 'workspace', id: workspaceId }}
        header={<PageHeader title="Workspace" />}
        missing={
          <InvalidWorkspace reason="The link names no workspace of the selected organization." />
        }
      />
    );
  }
  return (
    <>
      <PageHeader title={name ?? 'Workspace'} />
      <WorkspaceTabs workspaceId={workspaceId} current={current} />
      {workspace?.role === 'Keeper' ? (
        <Kept workspaceId={workspaceId} />
      ) : (
        <Body workspaceId={workspaceId} />
      )}
    </>
  );
}

/** A workspace that the user keeps without seeing what is in it. Who may see it can be changed. */
function Kept({ workspaceId }: { workspaceId: string }) {
  const object = { kind: 'workspace', id: workspaceId } as const;
  return (
    <>
      <LazyKeptScreen object={object} />
      <Box mt="6" maxWidth="48rem">
        <LazyAccessPanel object={object} />
      </Box>
    </>
  );
}
