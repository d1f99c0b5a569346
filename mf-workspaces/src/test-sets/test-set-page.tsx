import { listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useParams } from 'react-router-dom';

import { InvalidWorkspace } from '../attachments/invalid-workspace.tsx';
import { FileActions } from './questions/file-actions.tsx';
import { TestSet } from './test-set.tsx';
import { isRunning, questionsQuery, runsQuery, useRunActions } from './test-sets.queries.ts';

/** /workspaces/{workspaceId}/tests: questions with known answers, and how well the search finds them. */
export function TestSetPage() {
  const workspaceId = useParams()['workspaceId'];
  if (workspaceId === undefined) {
    return <InvalidWorkspace reason="Missing organization or workspace ID" />;
  }
  return <WorkspaceTests key={workspaceId} workspaceId={workspaceId} />;
}

function WorkspaceTests({ workspaceId }: { workspaceId: string }) {
  const scope = { organizationId: useOrganizationId(), workspaceId };
  const workspaces = useQuery(listWorkspacesQuery(scope.organizationId));
  const runs = useQuery(runsQuery(scope));
  const questions = useQuery(questionsQuery(scope));
  const { start, stop } = useRunActions(scope);
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
  const hasQuestions = questions.data !== undefined && questions.data.length > 0;
  const running = runs.data?.find(isRunning);
  return (
    <>
      <PageHeader
        title="Tests"
        description="Questions with known answers show whether the search got better or worse"
        actions={
          <>
            <FileActions scope={scope} canExport={hasQuestions} />
            {hasQuestions && (
              <Button
                variant="primary"
                loading={start.isPending || running !== undefined}
                onClick={() => start.mutate()}
              >
                <Play size={16} aria-hidden />
                Run
              </Button>
            )}
          </>
        }
      />
      <TestSet
        scope={scope}
        questions={questions}
        runs={runs}
        running={running}
        onStop={stop.mutate}
      />
    </>
  );
}
