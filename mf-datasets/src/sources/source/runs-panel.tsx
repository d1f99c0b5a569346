import { describeFailure } from '@carrel/shared/api';
import type { Source, SourceRun } from '@carrel/shared/contract/sources';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, ErrorState, Flex, Link, Text } from '@carrel/shared/ui';
import { DataTable, Panel, RelativeTime } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';

import {
  durationText,
  runText,
  STARTED_BY,
  WHAT_TO_DO,
  workText,
} from '../../data/sources/source-labels.ts';
import type { SourcesPlace } from '../../data/sources/sources.api.ts';
import { sourceRunsQuery, versionOf } from '../../data/sources/sources.queries.ts';

interface RunsPanelProps {
  place: SourcesPlace;
  source: Source;
  run: SourceRun;
}

/** The runs of a source, the newest first, with what they did and their receipts. */
export function RunsPanel({ place, source, run }: RunsPanelProps) {
  const ids = { ...place, sourceId: source.id };
  const query = useInfiniteQuery(sourceRunsQuery(ids, versionOf(run)));
  const listed = query.data?.pages.flatMap((page) => page.runs);
  // The open one changes more often than the list is read.
  const runs = listed?.map((one) => (one.id === run.id ? run : one));
  return (
    <Panel title="Runs">
      {runs === undefined && query.isError ? (
        <ErrorState
          title="Failed to load runs"
          {...describeFailure(query.error)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <DataTable
          label="Runs"
          loading={runs === undefined}
          rows={runs ?? []}
          rowKey={({ id }) => id}
          columns={columnsOf(place.datasetId)}
        />
      )}
      {query.hasNextPage && (
        <Button
          size="sm"
          mt="3"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Panel>
  );
}

const columnsOf = (datasetId: string): readonly TableColumn<SourceRun>[] => [
  {
    key: 'number',
    header: 'Run',
    cell: ({ number, started_by: by }) => (
      <>
        <Text as="span" fontWeight="medium">{`Run ${number}`}</Text>{' '}
        <Text as="span" fontSize="xs" fontWeight="normal" color="fg.muted">
          {STARTED_BY[by]}
        </Text>
      </>
    ),
  },
  {
    key: 'did',
    header: 'What it did',
    grow: true,
    cell: (run) => <Outcome run={run} />,
  },
  { key: 'when', header: 'When', cell: ({ started_at: at }) => <RelativeTime value={at} /> },
  { key: 'took', header: 'Took', minor: true, cell: (run) => durationText(run) ?? 'Not ended' },
  {
    key: 'receipts',
    header: 'Receipts',
    cell: ({ archive_ids: ids }) => <Receipts datasetId={datasetId} archiveIds={ids} />,
  },
];

function Outcome({ run }: { run: SourceRun }) {
  return (
    <Box whiteSpace="normal" overflowWrap="anywhere" py={{ md: '1.5' }}>
      {outcomeText(run)}
      {run.note !== undefined && <Beside>{run.note}</Beside>}
      {run.error !== null && <Beside>{WHAT_TO_DO[run.error.code]}</Beside>}
    </Box>
  );
}

function Beside({ children }: { children: string }) {
  return (
    <Text as="span" display="block" fontSize="xs" color="fg.muted">
      {children}
    </Text>
  );
}

function outcomeText(run: SourceRun): string {
  if (run.error !== null) return `Failed: ${run.error.message}`;
  if (run.state === 'waiting') return 'Waits for you';
  if (run.state === 'cancelled') return 'Cancelled';
  return run.ended_at === null ? workText(run) : runText(run);
}

/** Receipts that are linked each; of more, the uploads are. */
const RECEIPTS_SHOWN = 3;

function Receipts({ datasetId, archiveIds }: { datasetId: string; archiveIds: string[] }) {
  const uploads = consolePaths.datasetArchives(datasetId);
  const shown = archiveIds.slice(0, RECEIPTS_SHOWN);
  return (
    <Flex gap="2" wrap="wrap">
      {shown.map((id, place) => (
        <Link asChild key={id}>
          <RouterLink to={`${uploads}?receipt=${id}`}>
            {archiveIds.length === 1 ? 'Receipt' : `Receipt ${place + 1}`}
          </RouterLink>
        </Link>
      ))}
      {archiveIds.length > shown.length && (
        <Link asChild>
          <RouterLink to={uploads}>{`${archiveIds.length - shown.length} more`}</RouterLink>
        </Link>
      )}
    </Flex>
  );
}
