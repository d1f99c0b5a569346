import { listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { PageHeader, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useParams } from 'react-router-dom';

import { InvalidWorkspace } from './invalid-workspace.tsx';
import { WorkspaceLinks, type WorkspaceLinksProps } from './workspace-links.tsx';

interface WorkspaceScreenProps {
  title: string;
  current: WorkspaceLinksProps['current'];
  /** What is below the head. */
  Body: ComponentType<{ workspaceId: string }>;
}

/** How the code of what is below the head is waited for. */
export const BODY_LOOKS = {
  waiting: <Skeleton height="8rem" />,
  failure: 'This screen could not be loaded',
};

/** A screen of the workspace in the address: its head, and the way back. */
export function WorkspaceScreen(props: WorkspaceScreenProps) {
  const workspaceId = useParams()['workspaceId'];
  if (workspaceId === undefined) {
    return <InvalidWorkspace reason="Missing organization or workspace ID" />;
  }
  return <ScreenOf key={workspaceId} workspaceId={workspaceId} {...props} />;
}

function ScreenOf({
  workspaceId,
  title,
  current,
  Body,
}: WorkspaceScreenProps & { workspaceId: string }) {
  const workspaces = useQuery(listWorkspacesQuery(useOrganizationId()));
  const workspace = workspaces.data?.workspaces.find(({ id }) => id === workspaceId);
  const name = workspace?.name;
  usePage({
    title,
    breadcrumbs: [
      { name: 'Workspaces', to: consolePaths.workspaces() },
      // Shown together with the name, which would move what is right of it.
      ...(name === undefined
        ? [{ name: 'Workspace' }]
        : [{ name, to: consolePaths.workspaceManage(workspaceId) }, { name: title }]),
    ],
  });

  if (workspace === undefined && workspaces.isSuccess && !workspaces.isFetching) {
    return <InvalidWorkspace reason="The link names no workspace of the selected organization." />;
  }
  return (
    <>
      <PageHeader
        title={title}
        // A space keeps the line's height while the name is loaded.
        description={name ?? '\u00A0'}
        actions={<WorkspaceLinks workspaceId={workspaceId} current={current} />}
      />
      <Body workspaceId={workspaceId} />
    </>
  );
}
