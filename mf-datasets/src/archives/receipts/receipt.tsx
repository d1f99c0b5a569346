import { describeFailure, isApiError } from '@carrel/shared/api';
import type { Archive, EntryOutcome } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button, ErrorState, Flex, FormMessage, Spinner, Stack, Text } from '@carrel/shared/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { isInProgress } from '../../data/archives.queries.ts';
import { OutcomeFilter } from '../../uploads/plan/outcome-filter.tsx';
import { OutcomeTable } from '../../uploads/plan/outcome-table.tsx';
import { receiptQuery } from '../../data/receipt.queries.ts';

interface ReceiptProps {
  datasetId: string;
  archive: Archive;
}

const numbers = new Intl.NumberFormat('en-US');

/** The counts of an archive's outcomes, and its paths, page by page. */
export function Receipt({ datasetId, archive }: ReceiptProps) {
  const organizationId = useOrganizationId();
  const [outcome, setOutcome] = useState<EntryOutcome | null>(null);
  const inProgress = isInProgress(archive);
  const base = { archiveId: archive.id, inProgress };
  // The counts stay while the paths of another outcome are loaded.
  const all = useInfiniteQuery(receiptQuery(organizationId, datasetId, { ...base, outcome: null }));
  const query = useInfiniteQuery(receiptQuery(organizationId, datasetId, { ...base, outcome }));
  const counts = all.data?.pages.at(-1)?.counts;
  const rows = query.data?.pages.flatMap((page) => page.entries);

  if (counts === undefined && all.isError) return <Failure error={all.error} retry={all} />;
  if (counts === undefined) return <Waiting />;
  const shown = outcome === null ? counts.total : counts[outcome];
  return (
    <Stack gap="4">
      {typeof archive.error === 'string' && <FormMessage>{archive.error}</FormMessage>}
      <OutcomeFilter label="Outcomes" counts={counts} selected={outcome} onSelect={setOutcome} />
      {counts.total === 0 ? (
        <Text fontSize="sm" color="fg.muted">
          {nothingBecause(archive, inProgress)}
        </Text>
      ) : (
        <>
          <OutcomeTable label="Paths" rows={rows} />
          <Flex as="output" align="center" gap="3" fontSize="sm" color="fg.muted">
            {`${numbers.format(rows?.length ?? 0)} of ${numbers.format(shown)}`}
            {query.hasNextPage && (
              <Button
                size="sm"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </Flex>
        </>
      )}
    </Stack>
  );
}

function nothingBecause({ sync, status }: Archive, inProgress: boolean): string {
  if (inProgress) return 'The archive is being read. What becomes of its files is told once it is.';
  if (!sync) return 'The archive was only stored. No document changed.';
  if (status === 'failed') return 'No document changed.';
  return 'The archive holds no files.';
}

function Waiting() {
  return (
    <Flex as="output" align="center" gap="2" minHeight="6rem" color="fg.muted" fontSize="sm">
      <Spinner />
      Loading the receipt
    </Flex>
  );
}

interface FailureProps {
  error: unknown;
  retry: { refetch: () => unknown; isFetching: boolean };
}

function Failure({ error, retry }: FailureProps) {
  if (isApiError(error) && error.status === 404) {
    return <Text color="fg.muted">There is no receipt of this archive.</Text>;
  }
  return (
    <ErrorState
      title="Failed to fetch the receipt"
      {...describeFailure(error)}
      retryLabel="Retry"
      retrying={retry.isFetching}
      onRetry={() => void retry.refetch()}
    />
  );
}
