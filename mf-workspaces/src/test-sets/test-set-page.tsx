import { listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
import { TableSkeleton, lazyScreen } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

import { InvalidWorkspace } from '../parts/invalid-workspace.tsx';
import { TestSetHeader } from './test-set-header.tsx';

const LazyTestSetScreen = lazyScreen({
  load: () => import(/* webpackChunkName: "tests" */ './test-set-screen.tsx'),
  screen: ({ TestSetScreen }) => TestSetScreen,
  waiting: <TableSkeleton label="tests" columns={['Question', 'Right answers', 'Last run']} />,
  failure: 'The tests could not be loaded',
  frame: (content) => (
    <>
      {/* As high as the buttons that follow. */}
      <TestSetHeader actions={<Box height="var(--control)" />} />
      {content}
    </>
  ),
});

/** /workspaces/{workspaceId}/tests: questions with known answers, and how well the search finds them. */
export function TestSetPage() {
  const workspaceId = useParams()['workspaceId'];
  if (workspaceId === undefined) {
    return <InvalidWorkspace reason="Missing organization or workspace ID" />;
  }
  return <WorkspaceTests key={workspaceId} workspaceId={workspaceId} />;
}

function WorkspaceTests({ workspaceId }: { workspaceId: string }) {
  const organizationId = useOrganizationId();
  const workspaces = useQuery(listWorkspacesQuery(organizationId));
  const workspace = workspaces.data?.workspaces.find(({ id }) => id === workspaceId);
  const name = workspace?.name;
  usePage({
    title: 'Tests',
    breadcrumbs: [
      { name: 'Workspaces', to: consolePaths.workspaces() },
      // Shown together with the name, which would move what is right of it.
      ...(name === undefined
        ? [{ name: 'Workspace' }]
        : [{ name, to: consolePaths.workspaceManage(workspaceId) }, { name: 'Tests' }]),
    ],
  });

  if (workspace === undefined && workspaces.isSuccess && !workspaces.isFetching) {
    return <InvalidWorkspace reason="The link names no workspace of the selected organization." />;
  }
  return <LazyTestSetScreen scope={{ organizationId, workspaceId }} />;
}
