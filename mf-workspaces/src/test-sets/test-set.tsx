import { describeFailure, messageOf } from '@carrel/shared/api';
import type { TestQuestion, TestRun } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, ErrorState, Heading, Stack } from '@carrel/shared/ui';
import { EmptyState, TableSkeleton, useConfirm } from '@carrel/shared/ui/signed-in';
import type { UseQueryResult } from '@tanstack/react-query';
import { ListChecks, Plus } from 'lucide-react';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { QuestionsTable } from './questions-table.tsx';
import { RunProgress } from './run-progress.tsx';
import { Runs } from './runs.tsx';
import { deleteQuestion } from '../data/test-sets.api.ts';
import { useTestSetRefresh } from '../data/test-sets.queries.ts';
import type { TestSetScope } from '../data/test-sets.queries.ts';

interface TestSetProps {
  scope: TestSetScope;
  questions: UseQueryResult<TestQuestion[]>;
  runs: UseQueryResult<TestRun[]>;
  /** The run that is under way. */
  running: TestRun | undefined;
  mayEdit: boolean;
  onStop: (runId: string) => void;
}

/** The questions of a workspace and their runs, or how to make the first one. */
export function TestSet({ scope, questions, runs, running, mayEdit, onStop }: TestSetProps) {
  const headingId = useId();
  const refresh = useTestSetRefresh(scope);
  const deletion = useConfirm((question: TestQuestion) => ({
    title: 'Delete question',
    name: question.query,
    consequences: [
      'Its right answers and its results in all runs are deleted.',
      'The figures of earlier runs stay as they are.',
    ],
    confirmLabel: 'Delete question',
    act: () => deleteQuestion(scope.organizationId, scope.workspaceId, question.id),
    done: 'Question deleted',
    failed: (error) => messageOf(error, 'Failed to delete the question'),
    after: refresh,
  }));
  const failed = [questions, runs].filter(({ isError, data }) => isError && data === undefined);

  if (failed[0] !== undefined) {
    return (
      <ErrorState
        title="Failed to load the tests"
        {...describeFailure(failed[0].error)}
        onRetry={() => void Promise.all(failed.map((query) => query.refetch()))}
      />
    );
  }
  if (questions.data === undefined || runs.data === undefined) {
    return <TableSkeleton label="tests" columns={['Question', 'Right answers', 'Last run']} />;
  }
  if (questions.data.length === 0) {
    return (
      <EmptyState
        icon={<ListChecks aria-hidden />}
        title="No questions yet"
        description="Search for something, and mark the results that answer it as right. That makes a question, which can be run after each change of settings."
        action={
          mayEdit ? (
            <Button asChild variant="primary">
              <RouterLink to={consolePaths.workspaceSearch(scope.workspaceId)}>
                <Plus size={16} aria-hidden />
                Add question
              </RouterLink>
            </Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <Stack gap="6">
      {running !== undefined && (
        <RunProgress run={running} onStop={mayEdit ? () => onStop(running.id) : undefined} />
      )}
      <Runs scope={scope} runs={runs.data} mayEdit={mayEdit} />
      <Box as="section" aria-labelledby={headingId}>
        <Heading id={headingId} fontSize="md" mb="3">
          Questions
        </Heading>
        <QuestionsTable
          workspaceId={scope.workspaceId}
          questions={questions.data}
          onDelete={mayEdit ? deletion.ask : undefined}
        />
      </Box>
      {deletion.dialog}
    </Stack>
  );
}
