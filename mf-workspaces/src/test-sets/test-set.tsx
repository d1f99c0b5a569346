import { describeFailure } from '@carrel/shared/api';
import type { TestQuestion, TestRun } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, ErrorState, Heading, Stack } from '@carrel/shared/ui';
import { EmptyState, TableSkeleton } from '@carrel/shared/ui/signed-in';
import type { UseQueryResult } from '@tanstack/react-query';
import { ListChecks, Search } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { DeleteQuestionDialog } from './questions/delete-question-dialog.tsx';
import { QuestionsTable } from './questions/questions-table.tsx';
import { RunProgress } from './run-progress.tsx';
import { Runs } from './runs.tsx';
import type { TestSetScope } from '../data/test-sets.queries.ts';

interface TestSetProps {
  scope: TestSetScope;
  questions: UseQueryResult<TestQuestion[]>;
  runs: UseQueryResult<TestRun[]>;
  /** The run that is under way. */
  running: TestRun | undefined;
  onStop: (runId: string) => void;
}

/** The questions of a workspace and their runs, or how to make the first one. */
export function TestSet({ scope, questions, runs, running, onStop }: TestSetProps) {
  const headingId = useId();
  const [asked, setAsked] = useState<TestQuestion>();
  const askToDelete = useCallback((question: TestQuestion) => setAsked(question), []);
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
          <Button asChild variant="primary">
            <RouterLink to={consolePaths.workspaceSearch(scope.workspaceId)}>
              <Search size={16} aria-hidden />
              Search
            </RouterLink>
          </Button>
        }
      />
    );
  }
  return (
    <Stack gap="6">
      {running !== undefined && <RunProgress run={running} onStop={() => onStop(running.id)} />}
      <Runs scope={scope} runs={runs.data} />
      <Box as="section" aria-labelledby={headingId}>
        <Heading id={headingId} fontSize="md" mb="3">
          Questions
        </Heading>
        <QuestionsTable
          workspaceId={scope.workspaceId}
          questions={questions.data}
          onDelete={askToDelete}
        />
      </Box>
      {asked !== undefined && (
        <DeleteQuestionDialog scope={scope} question={asked} onClose={() => setAsked(undefined)} />
      )}
    </Stack>
  );
}
