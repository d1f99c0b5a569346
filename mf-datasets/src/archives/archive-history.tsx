import { describeFailure, messageOf } from '@carrel/shared/api';
import type { Archive } from '@carrel/shared/contract';
import { Box, Button, ErrorState, Flex, Heading, toast } from '@carrel/shared/ui';
import { EmptyState } from '@carrel/shared/ui/signed-in';
import type { UseQueryResult } from '@tanstack/react-query';
import { History, RefreshCw, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';

import { ArchivesTable } from './archives-table.tsx';

interface ArchiveHistoryProps {
  datasetId: string;
  query: UseQueryResult<Archive[]>;
}

/** The uploads of a dataset. */
export function ArchiveHistory({ datasetId, query }: ArchiveHistoryProps) {
  const headingId = useId();
  // Not the state of the query: an automatic refetch is not shown.
  const [refreshing, setRefreshing] = useState(false);

  const refresh = async () => {
    setRefreshing(true);
    const { data, isError, error } = await query.refetch();
    setRefreshing(false);
    // Without any data the page itself shows the failure.
    if (isError && data !== undefined) toast.error(messageOf(error, 'Failed to fetch archives'));
  };

  return (
    <Box as="section" aria-labelledby={headingId}>
      <Flex align="center" gap="2" mb="3">
        <Heading id={headingId} fontSize="md" flex="1">
          Upload history
        </Heading>
        <Button size="sm" disabled title="Re-sync is not available">
          <RotateCw size={14} aria-hidden />
          Re-sync
        </Button>
        <Button size="sm" loading={refreshing} onClick={() => void refresh()}>
          <RefreshCw size={14} aria-hidden />
          Refresh
        </Button>
      </Flex>
      {query.data === undefined && query.isError ? (
        <ErrorState
          title="Failed to fetch archives"
          {...describeFailure(query.error)}
          retrying={query.isFetching}
          onRetry={() => void refresh()}
        />
      ) : query.data?.length === 0 ? (
        <EmptyState
          icon={<History />}
          title="No archives yet"
          description="What you upload is listed here."
        />
      ) : (
        <ArchivesTable datasetId={datasetId} archives={query.data} />
      )}
    </Box>
  );
}
