import type { Source, SourceKindName } from '@carrel/shared/contract/sources';
import { shownName } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, Flex, Heading, IconButton, Link, Stack, Text } from '@carrel/shared/ui';
import { EmptyState, Menu, Skeleton } from '@carrel/shared/ui/signed-in';
import {
  CirclePause,
  CirclePlay,
  Ellipsis,
  Pencil,
  Plug,
  RefreshCw,
  SearchX,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { KIND_LABELS, placeText } from '../../data/sources/kind-labels.ts';
import { countText, needsConnection, scheduleText } from '../../data/sources/source-labels.ts';
import type { SourcesPlace } from '../../data/sources/sources.api.ts';
import { isWorking } from '../../data/sources/sources.queries.ts';
import { KindIcon } from '../kind-icon.tsx';
import { NextRun } from '../next-run.tsx';
import { SourceBadge } from '../source-badge.tsx';
import type { SourceActions } from '../use-source-actions.tsx';
import { ObjectsPanel } from './objects-panel.tsx';
import { RunPanel } from './run-panel.tsx';
import { RunsPanel } from './runs-panel.tsx';

interface SourceViewProps {
  place: SourcesPlace;
  /** Undefined where the dataset has none by this id. */
  source: Source | undefined;
  isLoading: boolean;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
  /** Kinds that a person can connect by signing in. */
  connects: readonly SourceKindName[];
  actions: SourceActions;
  onEdit: (source: Source) => void;
}

/** A source: its plan or its last run, what it follows, and its runs. */
export function SourceView(props: SourceViewProps) {
  const { place, source, isLoading, readAt, connects, actions, onEdit } = props;
  const back = (
    <Text fontSize="sm">
      <Link asChild>
        <RouterLink to={consolePaths.datasetSources(place.datasetId)}>All sources</RouterLink>
      </Link>
    </Text>
  );
  if (source === undefined) {
    if (isLoading) return <Skeleton height="13rem" />;
    return (
      <EmptyState
        icon={<SearchX />}
        title="Source not found"
        description="It may have been deleted."
        action={back}
      />
    );
  }
  const { run } = source;
  return (
    <Stack gap="5">
      {back}
      <SourceHeader source={source} connects={connects} actions={actions} onEdit={onEdit} />
      <Facts source={source} readAt={readAt} />
      <RunPanel source={source} connects={connects} actions={actions} onEdit={onEdit} />
      {run !== null && run.state !== 'listing' && (source.objects > 0 || run.removed > 0) && (
        <ObjectsPanel place={place} source={source} run={run} />
      )}
      {run !== null && <RunsPanel place={place} source={source} run={run} />}
    </Stack>
  );
}

type HeaderProps = Pick<SourceViewProps, 'actions' | 'connects' | 'onEdit'> & { source: Source };

function SourceHeader({ source, connects, actions, onEdit }: HeaderProps) {
  return (
    <Flex as="header" align="flex-start" gap="3" wrap="wrap">
      <Box flex="1 1 14rem" minWidth="0">
        <Flex align="center" gap="2" minHeight="var(--control)">
          <Text as="span" color="fg.muted" display="inline-flex" flexShrink="0">
            <KindIcon kind={source.kind} size={18} />
          </Text>
          <Heading as="h2" fontSize="lg" overflowWrap="anywhere" minWidth="0">
            {source.name}
          </Heading>
        </Flex>
        <Flex align="center" gap="2" wrap="wrap" mt="1">
          <SourceBadge source={source} />
          <Text as="span" fontSize="sm" color="fg.muted" overflowWrap="anywhere">
            {KIND_LABELS[source.kind].name}: {shownName(placeText(source.place))}
          </Text>
        </Flex>
      </Box>
      <Flex gap="2">
        {needsConnection(source) && connects.includes(source.kind) ? (
          <Button
            variant="primary"
            loading={actions.connect.isPending}
            onClick={() => actions.connect.mutate(source.id)}
          >
            <Plug aria-hidden />
            Connect
          </Button>
        ) : (
          <Button
            loading={actions.run.isPending}
            disabled={isWorking(source.run)}
            onClick={() => actions.run.mutateAsync(source).catch(() => undefined)}
          >
            <RefreshCw aria-hidden />
            Run now
          </Button>
        )}
        <Button onClick={() => onEdit(source)}>
          <Pencil aria-hidden />
          Edit
        </Button>
        <Menu
          label="More"
          trigger={
            <IconButton label="More">
              <Ellipsis aria-hidden />
            </IconButton>
          }
          items={[
            {
              label: source.paused ? 'Resume' : 'Pause',
              icon: source.paused ? <CirclePlay aria-hidden /> : <CirclePause aria-hidden />,
              onSelect: () => actions.pause.mutate(source),
            },
            {
              label: 'Delete',
              icon: <Trash2 aria-hidden />,
              danger: true,
              onSelect: () => actions.removal.ask(source),
            },
          ]}
        />
      </Flex>
    </Flex>
  );
}

function Facts({ source, readAt }: { source: Source; readAt: number }) {
  const { folder, objects, next_run_at: next, every_minutes: minutes, gone, account } = source;
  const facts: [string, ReactNode][] = [
    ['Folder', folder === '' ? 'Top of the dataset' : shownName(folder)],
    ['Objects', countText(objects)],
    ['Runs', source.paused ? `${scheduleText(minutes)}, paused` : scheduleText(minutes)],
    ...(next === null
      ? []
      : [['Next run', <NextRun key="next" at={next} readAt={readAt} />] as [string, ReactNode]]),
    ['What is gone', gone === 'delete' ? 'Deleted here' : 'Kept here'],
    ...(account === undefined ? [] : [['Connected as', shownName(account)] as [string, ReactNode]]),
  ];
  return (
    <Flex as="dl" wrap="wrap" columnGap="8" rowGap="3" fontSize="sm">
      {facts.map(([name, value]) => (
        <Box key={name} minWidth="0">
          <Text as="dt" fontSize="xs" color="fg.muted">
            {name}
          </Text>
          <Box as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value}
          </Box>
        </Box>
      ))}
    </Flex>
  );
}
