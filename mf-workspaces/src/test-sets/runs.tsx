import { messageOf } from '@carrel/shared/api';
import { TEST_RUNS_MAX } from '@carrel/shared/contract';
import type { TestRun } from '@carrel/shared/contract';
import { counted } from '@carrel/shared/search';
import { useUrlTexts } from '@carrel/shared/shell';
import { Box, Button, Stack, Text } from '@carrel/shared/ui';
import { Panel, useConfirm } from '@carrel/shared/ui/signed-in';
import { useId, useState } from 'react';

import { RunComparison } from './comparison/run-comparison.tsx';
import { isFinished, runName } from './plot/figure-words.ts';
import { RunsPlot } from './plot/runs-plot.tsx';
import { RunsTable } from './plot/runs-table.tsx';
import { deleteRun } from '../data/test-sets.api.ts';
import { isRunning, useTestSetRefresh } from '../data/test-sets.queries.ts';
import type { TestSetScope } from '../data/test-sets.queries.ts';

interface RunsProps {
  scope: TestSetScope;
  /** Newest first. */
  runs: readonly TestRun[];
  mayEdit: boolean;
}

/** The last runs as a plot or a table, and one of them beside another. */
export function Runs({ scope, runs, mayEdit }: RunsProps) {
  const [{ run: wanted, against }, setTexts] = useUrlTexts(['run', 'against']);
  const [isTable, setTable] = useState(false);
  const contentId = useId();
  const refresh = useTestSetRefresh(scope);
  const deletion = useConfirm((run: TestRun) => ({
    title: 'Delete run',
    name: runName(run),
    consequences: ['Its figures and lists are deleted.', 'The questions stay.'],
    confirmLabel: 'Delete run',
    act: async () => {
      await deleteRun(scope.organizationId, scope.workspaceId, run.id);
      // The dialog goes with the row.
      await refresh();
    },
    failed: (error) => messageOf(error, 'Failed to stop the run'),
  }));
  const ended = runs.filter((run) => !isRunning(run));
  const finished = runs.filter(isFinished);
  const [newest] = finished;
  const chosen = finished.find(({ id }) => id === wanted) ?? newest;
  const choose = (runId: string) =>
    setTexts({ run: runId === newest?.id ? '' : runId, against: '' });

  if (ended.length === 0) {
    if (runs.length > 0) return null;
    return (
      <Panel title="No runs yet">
        <Text color="fg.muted">
          A run asks all questions, and shows how many of their right answers are among the first 10
          results.
        </Text>
      </Panel>
    );
  }
  return (
    <Stack gap="6">
      <Panel
        title="Runs"
        description={`${counted(ended.length, 'run')}. The last ${TEST_RUNS_MAX} are kept.`}
        actions={
          <Button
            size="sm"
            aria-expanded={isTable}
            aria-controls={contentId}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Hide table' : 'Show as table'}
          </Button>
        }
      >
        <RunsPlot runs={finished.toReversed()} chosen={chosen?.id} onChoose={choose} />
        <Box id={contentId} mt={isTable ? '4' : undefined}>
          {isTable && (
            <RunsTable
              runs={ended}
              chosen={chosen?.id}
              onChoose={choose}
              onDelete={mayEdit ? deletion.ask : undefined}
            />
          )}
        </Box>
      </Panel>
      {chosen !== undefined && (
        <RunComparison
          scope={scope}
          runs={finished}
          runId={chosen.id}
          against={against}
          onAgainst={(runId) => setTexts({ against: runId })}
        />
      )}
      {deletion.dialog}
    </Stack>
  );
}
