import type { Source, SourceKindName, SourceRun } from '@carrel/shared/contract/sources';
import { Box, Button, Flex, Spinner, Stack, Text } from '@carrel/shared/ui';
import { formatSize, Panel, ProgressBar } from '@carrel/shared/ui/signed-in';
import { CircleStop, Play } from 'lucide-react';

import {
  countOf,
  countText,
  needsConnection,
  plannedReads,
  WHAT_TO_DO,
  workText,
} from '../../data/sources/source-labels.ts';
import type { SourceActions } from '../use-source-actions.tsx';

interface RunPanelProps {
  source: Source;
  /** Kinds that a person can connect by signing in. */
  connects: readonly SourceKindName[];
  actions: SourceActions;
  onEdit: (source: Source) => void;
}

/** What a person has to know of the run that is open, or of the last one that failed. */
export function RunPanel({ source, connects, actions, onEdit }: RunPanelProps) {
  const { run } = source;
  if (run?.state === 'waiting') return <Waiting source={source} run={run} actions={actions} />;
  if (run !== null && run.ended_at === null) {
    return <Working source={source} run={run} actions={actions} />;
  }
  if (needsConnection(source)) {
    return (
      <Panel
        title={run === null ? 'Not connected yet' : 'The connection has ended'}
        description={
          connects.includes(source.kind)
            ? 'Sign in there once. Carrel only asks to read, and the source runs as you chose.'
            : 'Signing in there is not set up on this server. Edit the source to enter a token, or ask the operator.'
        }
      />
    );
  }
  if (run?.state === 'failed' && run.error !== null) {
    return <Failed source={source} error={run.error} onEdit={onEdit} />;
  }
  return null;
}

interface OpenRunProps {
  source: Source;
  run: SourceRun;
  actions: SourceActions;
}

/** The plan of a run that begins once a person has looked at it. */
function Waiting({ source, run, actions }: OpenRunProps) {
  const isMany = run.waiting_for === 'many_gone';
  const isEmpty = run.added + run.changed + run.moved + run.removed === 0;
  return (
    <Panel
      tone={isMany ? 'danger' : 'default'}
      title={
        isMany
          ? `This run would delete ${countOf(run.removed, 'document')}`
          : 'This is what the first run does'
      }
      description={
        isMany
          ? 'That is more than a tenth of what the source follows, so it waits for you. Look at what would be deleted: a folder may have moved, or the account may have lost its rights there. Nothing has changed yet.'
          : isEmpty
            ? 'Nothing is there to add. Check the place and the patterns, or start it to follow what comes.'
            : `${countOf(run.added, 'document')} would be added${run.left_out > 0 ? `, ${countOf(run.left_out, 'object')} left out` : ''}. Nothing has been read yet.`
      }
    >
      {run.note !== undefined && (
        <Text fontSize="sm" mb="3">
          {run.note}
        </Text>
      )}
      <Flex gap="2" wrap="wrap">
        <Button
          variant={isMany ? 'danger' : 'primary'}
          loading={actions.approve.isPending}
          onClick={() => actions.approve.mutateAsync(source).catch(() => undefined)}
        >
          <Play aria-hidden />
          {isMany ? `Start and delete ${countText(run.removed)}` : 'Start'}
        </Button>
        <Button
          loading={actions.cancel.isPending}
          onClick={() => actions.cancel.mutateAsync(source).catch(() => undefined)}
        >
          Cancel
        </Button>
      </Flex>
    </Panel>
  );
}

function Working({ source, run, actions }: OpenRunProps) {
  const planned = plannedReads(run);
  const facts = [
    ...(run.bytes > 0 ? [`${formatSize(run.bytes, { decimals: 1 })} read`] : []),
    ...(run.failed > 0 ? [`${countText(run.failed)} failed`] : []),
  ];
  return (
    <Panel>
      <Flex align="center" gap="3" wrap="wrap">
        <Spinner />
        <Box flex="1 1 12rem" fontVariantNumeric="tabular-nums" aria-live="polite">
          <Text fontWeight="medium">{workText(run)}</Text>
          <Text fontSize="sm" color="fg.muted">
            {facts.length === 0
              ? 'Documents stay as they are until they are read anew.'
              : facts.join(', ')}
          </Text>
        </Box>
        <Button
          size="sm"
          loading={actions.cancel.isPending}
          onClick={() => actions.cancel.mutateAsync(source).catch(() => undefined)}
        >
          <CircleStop aria-hidden />
          Stop
        </Button>
      </Flex>
      {run.state === 'reading' && planned > 0 && (
        <Box mt="3">
          <ProgressBar label="Objects that were read" value={(run.read / planned) * 100} />
        </Box>
      )}
    </Panel>
  );
}

interface FailedProps {
  source: Source;
  error: NonNullable<SourceRun['error']>;
  onEdit: (source: Source) => void;
}

function Failed({ source, error, onEdit }: FailedProps) {
  const { failed_runs: failures } = source;
  return (
    <Panel tone="danger" title={error.message}>
      <Stack gap="3" fontSize="sm">
        <Text>{WHAT_TO_DO[error.code]}</Text>
        <Text color="fg.muted">
          {failures > 1
            ? `The last ${countText(failures)} runs have failed. Documents stay as they were.`
            : 'Documents stay as they were.'}
        </Text>
        <Box>
          <Button size="sm" onClick={() => onEdit(source)}>
            Edit source
          </Button>
        </Box>
      </Stack>
    </Panel>
  );
}
