import { consolePaths } from '@carrel/shared/paths';
import { Button } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Play, Plus } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { FileActions } from './file-actions.tsx';
import { TestSetHeader } from './test-set-header.tsx';
import { TestSet } from './test-set.tsx';
import { isRunning, questionsQuery, runsQuery, useRunActions } from '../data/test-sets.queries.ts';
import type { TestSetScope } from '../data/test-sets.queries.ts';
import { useMayEditWorkspace } from '../parts/use-may-edit-workspace.ts';

/** The questions of a workspace, and what is done with all of them. */
export function TestSetScreen({ scope }: { scope: TestSetScope }) {
  const runs = useQuery(runsQuery(scope));
  const questions = useQuery(questionsQuery(scope));
  const { start, stop } = useRunActions(scope);
  const mayEdit = useMayEditWorkspace(scope.workspaceId);
  const hasQuestions = questions.data !== undefined && questions.data.length > 0;
  const running = runs.data?.find(isRunning);
  return (
    <>
      <TestSetHeader
        actions={
          <>
            {mayEdit && hasQuestions && (
              <Button asChild>
                <RouterLink
                  to={consolePaths.workspaceSearch(scope.workspaceId)}
                  title="Search for it, and mark the results that answer it as right"
                >
                  <Plus size={16} aria-hidden />
                  Add question
                </RouterLink>
              </Button>
            )}
            <FileActions scope={scope} canExport={hasQuestions} />
            {mayEdit && hasQuestions && (
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
        mayEdit={mayEdit}
        onStop={stop.mutate}
      />
    </>
  );
}
