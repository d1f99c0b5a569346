import { consolePaths } from '@carrel/shared/paths';
import type { Source, SourceKindName } from '@carrel/shared/contract/sources';
import { Box, Flex, Link, Text } from '@carrel/shared/ui';
import { DataTable, RelativeTime } from '@carrel/shared/ui/signed-in';
import type { RowAction, TableColumn } from '@carrel/shared/ui/signed-in';
import { CirclePause, CirclePlay, Pencil, Plug, RefreshCw, Trash2 } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { KIND_LABELS } from '../data/sources/kind-labels.ts';
import { needsConnection, scheduleText } from '../data/sources/source-labels.ts';
import { isWorking } from '../data/sources/sources.queries.ts';
import { KindIcon } from './kind-icon.tsx';
import { NextRun } from './next-run.tsx';
import { SourceBadge } from './source-badge.tsx';
import type { SourceActions } from './use-source-actions.tsx';

interface SourceListProps {
  sources: readonly Source[];
  /** When they were read, in milliseconds since 1970. */
  readAt: number;
  /** Kinds that a person can connect by signing in. */
  connects: readonly SourceKindName[];
  actions: SourceActions;
  onEdit: (source: Source) => void;
}

const columnsOf = (readAt: number): readonly TableColumn<Source>[] => [
  {
    key: 'name',
    header: 'Name',
    grow: true,
    cell: (source) => (
      <Flex gap="3" align="center" minWidth="0" py="2">
        <Text as="span" color="fg.muted" display="inline-flex" flexShrink="0">
          <KindIcon kind={source.kind} size={18} />
        </Text>
        <Box minWidth="0" whiteSpace="normal" overflowWrap="anywhere">
          <Link asChild variant="quiet">
            <RouterLink to={consolePaths.datasetSources(source.dataset_id, source.id)}>
              {source.name}
            </RouterLink>
          </Link>
          <Text as="span" display="block" fontSize="xs" fontWeight="normal" color="fg.muted">
            {source.folder === ''
              ? KIND_LABELS[source.kind].name
              : `${KIND_LABELS[source.kind].name}, in ${source.folder}`}
          </Text>
        </Box>
      </Flex>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: (source) => (
      <Box py={{ md: '2' }} minWidth={{ md: '14rem' }} whiteSpace="normal">
        <SourceBadge source={source} />
        {source.run?.state === 'waiting' && (
          <Text fontSize="xs" mt="1">
            <Link asChild>
              <RouterLink to={consolePaths.datasetSources(source.dataset_id, source.id)}>
                See the plan
              </RouterLink>
            </Link>
          </Text>
        )}
        {source.run?.state === 'failed' && source.run.error !== null && !source.paused && (
          <Text fontSize="xs" color="fg.muted" mt="1" overflowWrap="anywhere">
            {source.run.error.message}
          </Text>
        )}
      </Box>
    ),
  },
  {
    key: 'last',
    header: 'Last run',
    cell: ({ run }) =>
      run === null ? 'Never' : <RelativeTime value={run.ended_at ?? run.started_at} />,
  },
  {
    key: 'next',
    header: 'Next run',
    cell: (source) =>
      source.next_run_at === null ? (
        <Text as="span" color="fg.muted">
          {scheduleOf(source)}
        </Text>
      ) : (
        <NextRun at={source.next_run_at} readAt={readAt} />
      ),
  },
];

/** When a source runs that has no time for it. */
function scheduleOf({ run, every_minutes: minutes, paused }: Source): string {
  if (paused) return 'Paused';
  if (minutes === null) return 'By hand';
  return run?.ended_at === null ? 'After this run' : scheduleText(minutes);
}

/** The sources of a dataset, each with what can be done with it. */
export function SourceList({ sources, readAt, connects, actions, onEdit }: SourceListProps) {
  return (
    <DataTable
      label="Sources"
      rows={sources}
      rowKey={({ id }) => id}
      columns={columnsOf(readAt)}
      actionsInMenu
      actions={(source): RowAction[] => [
        needsConnection(source) && connects.includes(source.kind)
          ? {
              label: 'Connect',
              icon: <Plug aria-hidden />,
              onSelect: () => actions.connect.mutate(source.id),
            }
          : {
              label: 'Run now',
              icon: <RefreshCw aria-hidden />,
              disabled: isWorking(source.run) || actions.run.isPending,
              onSelect: () => actions.run.mutate(source),
            },
        {
          label: source.paused ? 'Resume' : 'Pause',
          icon: source.paused ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />,
          disabled: actions.pause.isPending,
          onSelect: () => actions.pause.mutate(source),
        },
        { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => onEdit(source) },
        {
          label: 'Delete',
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => actions.removal.ask(source),
        },
      ]}
    />
  );
}
