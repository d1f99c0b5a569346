import { describeFailure } from '@carrel/shared/api';
import type { TestComparison } from '@carrel/shared/contract';
import { counted } from '@carrel/shared/search';
import { Box, ErrorState, Flex, Grid, Text } from '@carrel/shared/ui';
import { Panel, SelectField, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { FigureList } from '../plot/figure-list.tsx';
import { runName } from '../plot/figure-words.ts';
import type { FinishedRun } from '../plot/figure-words.ts';
import { comparisonQuery } from '../../data/test-sets.queries.ts';
import type { TestSetScope } from '../../data/test-sets.queries.ts';
import { Choice } from './choice.tsx';
import { ComparedQuestionItem } from './compared-question.tsx';
import { settingsChanges } from './settings-changes.ts';

interface RunComparisonProps {
  scope: TestSetScope;
  /** Newest first. */
  runs: readonly FinishedRun[];
  runId: string;
  /** Empty for the run before. */
  against: string;
  onAgainst: (runId: string) => void;
}

/** Questions that are rendered at once. */
const STEP = 50;

const SHOWN = [
  { value: 'worse', label: 'Got worse' },
  { value: 'better', label: 'Got better' },
  { value: 'new', label: 'Asked for the first time' },
  { value: 'same', label: 'As before' },
] as const;

type Shown = (typeof SHOWN)[number]['value'];

/** One run beside another: figures, what was changed in between, and the questions that got worse. */
export function RunComparison({ scope, runs, runId, against, onAgainst }: RunComparisonProps) {
  const chosen = runs.some(({ id }) => id === against) ? against : undefined;
  const comparison = useQuery(comparisonQuery(scope, runId, chosen));
  if (comparison.data === undefined) {
    return comparison.isError ? (
      <ErrorState
        title="Failed to load the run"
        {...describeFailure(comparison.error)}
        retrying={comparison.isFetching}
        onRetry={() => void comparison.refetch()}
      />
    ) : (
      <Skeleton height="16rem" borderRadius="lg" />
    );
  }
  const { data } = comparison;
  const others = runs.filter(({ id }) => id !== runId);
  return (
    <Panel title={`Run of ${runName(data.run)}`} description={describe(data)} flush>
      <Box px={{ base: '4', md: '5' }} pb="4">
        <Grid
          gap="5"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '1fr 16rem' }}
          alignItems="end"
        >
          {data.run.figures !== null && (
            // Of the questions that both have: others would make a difference that is none.
            <FigureList
              figures={data.against?.figures ?? data.run.figures}
              before={data.against?.before}
            />
          )}
          {others.length > 0 && (
            <SelectField
              label="Compared with"
              value={data.against?.run.id ?? ''}
              options={others.map((run) => ({ value: run.id, label: runName(run) }))}
              onChange={({ target }) => onAgainst(target.value)}
            />
          )}
        </Grid>
        {data.against !== null && <Changes data={data} />}
      </Box>
      <Questions scope={scope} data={data} runId={runId} against={chosen} />
    </Panel>
  );
}

const durationText = (milliseconds: number) =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

function describe({ run, against }: TestComparison): string {
  const asked = `${counted(run.questions, 'question')} in ${durationText(run.took)}`;
  const partial =
    run.partial === 0
      ? ''
      : `, ${counted(run.partial, 'incomplete search', 'incomplete searches')}`;
  if (against === null) return `${asked}${partial}. There is no earlier run to compare it with.`;
  return against.shared === run.questions && against.shared === against.run.questions
    ? `${asked}${partial}`
    : `${asked}${partial}. The figures are those of the ${against.shared.toLocaleString('en-US')} that both runs asked.`;
}

function Changes({ data: { settings, against } }: { data: TestComparison }) {
  const changes = against === null ? [] : settingsChanges(against.settings, settings);
  return (
    <Box mt="4" fontSize="sm">
      {changes.length === 0 ? (
        <Text color="fg.muted">Settings, documents and chunks are as in the compared run.</Text>
      ) : (
        <Flex as="ul" wrap="wrap" gap="2" rowGap="1" aria-label="What was changed in between">
          {changes.map((change) => (
            <Box
              as="li"
              key={change}
              px="2"
              py="0.5"
              borderRadius="sm"
              bg="bg.subtle"
              overflowWrap="anywhere"
            >
              {change}
            </Box>
          ))}
        </Flex>
      )}
    </Box>
  );
}

interface QuestionsProps {
  scope: TestSetScope;
  data: TestComparison;
  runId: string;
  against: string | undefined;
}

function Questions({ scope, data, runId, against }: QuestionsProps) {
  const [wanted, setWanted] = useState<Shown>();
  const [count, setCount] = useState(STEP);
  const countOf = (change: Shown) => data.questions.filter((each) => each.change === change).length;
  const shown = wanted ?? (data.against === null ? 'new' : 'worse');
  const questions = data.questions.filter(({ change }) => change === shown);
  const compared = {
    runId,
    name: `This run: ${runName(data.run)}`,
    against,
    againstName: data.against === null ? '' : `Compared: ${runName(data.against.run)}`,
  };
  return (
    <>
      <Flex
        as="fieldset"
        aria-label="Questions"
        wrap="wrap"
        gap="1"
        px={{ base: '4', md: '5' }}
        pb="3"
      >
        {SHOWN.map(({ value, label }) => (
          <Choice
            key={value}
            label={`${label} (${countOf(value)})`}
            pressed={shown === value}
            onPress={() => setWanted(value)}
          />
        ))}
      </Flex>
      {questions.length === 0 ? (
        <Text px={{ base: '4', md: '5' }} pb="4" color="fg.muted">
          {shown === 'worse' ? 'No question got worse.' : 'There are none.'}
        </Text>
      ) : (
        <Box as="ul" aria-label={SHOWN.find(({ value }) => value === shown)?.label}>
          {questions.slice(0, count).map((question) => (
            <ComparedQuestionItem
              key={`${runId} ${question.id}`}
              scope={scope}
              runs={compared}
              question={question}
            />
          ))}
          {questions.length > count && (
            <Box as="li" p="3">
              <Choice label="Show more" onPress={() => setCount(count + STEP)} />
            </Box>
          )}
        </Box>
      )}
    </>
  );
}
