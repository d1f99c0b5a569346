import { describeFailure, messageOf, queryKeys } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button, ErrorState, toast } from '@carrel/shared/ui';
import { EmptyState, Panel } from '@carrel/shared/ui/workbench';
import { useQuery } from '@tanstack/react-query';
import { History, RefreshCw, RotateCw } from 'lucide-react';

import { ArchivesTable } from './archives-table.tsx';
import { isBeingRead } from './archive-status.tsx';
import { listArchives } from './archives.api.ts';

/** Milliseconds between two looks while the server is reading an archive. */
const REFRESH_MS = 2000;

/** Everything that was uploaded into a dataset. */
export function ArchiveHistory({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const query = useQuery({
    queryKey: queryKeys.archives(organizationId, datasetId),
    queryFn: () => listArchives(organizationId, datasetId),
    select: (list) => list.archives,
    refetchInterval: ({ state }) =>
      state.data?.archives.some(isBeingRead) === true ? REFRESH_MS : false,
  });

  const refresh = async () => {
    const { data, isError, error } = await query.refetch();
    // Without any data the page itself shows the failure.
    if (isError && data !== undefined) toast.error(messageOf(error, 'Failed to fetch archives'));
  };

  return (
    <Panel
      title="Upload history"
      flush
      actions={
        <>
          <Button size="sm" disabled title="Re-sync is not available">
            <RotateCw size={14} aria-hidden />
            Re-sync
          </Button>
          <Button size="sm" loading={query.isRefetching} onClick={() => void refresh()}>
            <RefreshCw size={14} aria-hidden />
            Refresh
          </Button>
        </>
      }
    >
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
    </Panel>
  );
}
