import { listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { Box, ErrorState } from '@carrel/shared/ui';
import { TableSkeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';

import { InvalidWorkspace } from '../parts/invalid-workspace.tsx';
import { loadedTestSetScreen, loadTestSetScreen } from './load-test-set-screen.ts';
import { TestSetHeader } from './test-set-header.tsx';

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
  const { screen, failed, retry } = useScreen();
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
  if (screen !== undefined) return <screen.TestSetScreen scope={{ organizationId, workspaceId }} />;
  return (
    <>
      {/* As high as the buttons that follow. */}
      <TestSetHeader actions={<Box height="var(--control)" />} />
      {failed ? (
        <ErrorState
          title="The tests could not be loaded"
          message="Check your connection and try again."
          onRetry={retry}
        />
      ) : (
        <TableSkeleton label="tests" columns={['Question', 'Right answers', 'Last run']} />
      )}
    </>
  );
}

/** Loads the code of the screen. */
function useScreen() {
  const [screen, setScreen] = useState(loadedTestSetScreen);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (screen !== undefined || failed) return undefined;
    let mounted = true;
    loadTestSetScreen().then(
      (code) => mounted && setScreen(code),
      () => mounted && setFailed(true),
    );
    return () => {
      mounted = false;
    };
  }, [screen, failed]);
  return { screen, failed, retry: () => setFailed(false) };
}
