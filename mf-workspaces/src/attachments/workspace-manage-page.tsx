import { LazyAccessPanel } from '@carrel/shared/access';
import { describeFailure } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useIsGuest } from '@carrel/shared/search';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState } from '@carrel/shared/ui';
import { EmptyState, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { Database } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { AttachmentsTable } from './attachments-table.tsx';
import { useAttachmentQueries } from '../data/attachments.queries.ts';
import { LeftOut } from '../parts/left-out.tsx';
import { WorkspaceScreen } from '../parts/workspace-screen.tsx';

/** /workspaces/{workspaceId}/manage: the datasets of a workspace. */
export function WorkspaceManagePage() {
  return <WorkspaceScreen current="datasets" Body={ManagedDatasets} />;
}

function ManagedDatasets({ workspaceId }: { workspaceId: string }) {
  const organizationId = useOrganizationId();
  const isGuest = useIsGuest();
  const { workspaces, datasets, attached } = useAttachmentQueries(organizationId, workspaceId);
  const hasFailed = [datasets, attached].some(({ isError, data }) => isError && data === undefined);
  if (workspaces.isError && workspaces.data === undefined && !hasFailed) {
    return (
      <ErrorState
        title="Failed to load workspaces. Please try again."
        {...describeFailure(workspaces.error)}
        retrying={workspaces.isFetching}
        onRetry={() => void workspaces.refetch()}
      />
    );
  }
  const areRead = [workspaces, datasets, attached].every(({ data }) => data !== undefined);
  return (
    <>
      <Attachments
        organizationId={organizationId}
        workspaceId={workspaceId}
        datasets={datasets}
        attached={attached}
      />
      {/* After what the screen is for. */}
      {areRead && !isGuest && (
        <Box mt="6" maxWidth="48rem">
          <LazyAccessPanel object={{ kind: 'workspace', id: workspaceId }} />
        </Box>
      )}
    </>
  );
}

type AttachmentsProps = { organizationId: string; workspaceId: string } & Pick<
  ReturnType<typeof useAttachmentQueries>,
  'datasets' | 'attached'
>;

function Attachments({ organizationId, workspaceId, datasets, attached }: AttachmentsProps) {
  const isGuest = useIsGuest();
  const failed = [datasets, attached].filter(({ isError, data }) => isError && data === undefined);

  if (failed[0] !== undefined) {
    return (
      <ErrorState
        title="Failed to fetch datasets"
        {...describeFailure(failed[0].error)}
        onRetry={() => void Promise.all(failed.map((query) => query.refetch()))}
      />
    );
  }
  if (datasets.data === undefined || attached.data === undefined)
    return <TableSkeleton label="datasets" columns={['Dataset', 'Status', 'ID']} />;
  if (datasets.data.datasets.length === 0) {
    return (
      <EmptyState
        icon={<Database aria-hidden />}
        title="No datasets found"
        description={
          isGuest
            ? 'Nothing is attached to this workspace yet.'
            : 'Create a dataset first, then attach it here.'
        }
        action={
          isGuest ? undefined : (
            <Button asChild variant="primary">
              <RouterLink to={consolePaths.datasets()}>Go to datasets</RouterLink>
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <AttachmentsTable
        organizationId={organizationId}
        workspaceId={workspaceId}
        datasets={datasets.data.datasets}
        attachedIds={new Set(attached.data.datasets.map(({ id }) => id))}
      />
      <LeftOut count={attached.data.left_out} />
    </>
  );
}
