import { describeFailure } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { Button, ErrorState } from '@carrel/shared/ui';
import { EmptyState, PageHeader, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { Database } from 'lucide-react';
import { Link as RouterLink, useParams } from 'react-router-dom';

import { WorkspaceLinks } from '../parts/workspace-links.tsx';
import { AttachmentsTable } from './attachments-table.tsx';
import { useAttachmentQueries } from '../data/attachments.queries.ts';
import { InvalidWorkspace } from '../parts/invalid-workspace.tsx';

export function WorkspaceManagePage() {
  const workspaceId = useParams()['workspaceId'];
  if (workspaceId === undefined) {
    return <InvalidWorkspace reason="Missing organization or workspace ID" />;
  }
  return <ManageWorkspace key={workspaceId} workspaceId={workspaceId} />;
}

function ManageWorkspace({ workspaceId }: { workspaceId: string }) {
  const organizationId = useOrganizationId();
  const { workspaces, datasets, attached } = useAttachmentQueries(organizationId, workspaceId);
  const workspace = workspaces.data?.workspaces.find(({ id }) => id === workspaceId);
  const name = workspace?.name ?? 'Workspace';
  usePage({
    title: name,
    breadcrumbs: [{ name: 'Workspaces', to: consolePaths.workspaces() }, { name }],
  });

  if (workspace === undefined && workspaces.isSuccess && !workspaces.isFetching) {
    return <InvalidWorkspace reason="The link names no workspace of the selected organization." />;
  }
  const hasFailed = [datasets, attached].some(({ isError, data }) => isError && data === undefined);
  return (
    <>
      <PageHeader
        title={name}
        description="Choose the datasets that belong to this workspace"
        actions={<WorkspaceLinks workspaceId={workspaceId} current="manage" />}
      />
      {workspaces.isError && workspaces.data === undefined && !hasFailed ? (
        <ErrorState
          title="Failed to load workspaces. Please try again."
          {...describeFailure(workspaces.error)}
          retrying={workspaces.isFetching}
          onRetry={() => void workspaces.refetch()}
        />
      ) : (
        <Attachments
          organizationId={organizationId}
          workspaceId={workspaceId}
          datasets={datasets}
          attached={attached}
        />
      )}
    </>
  );
}

type AttachmentsProps = { organizationId: string; workspaceId: string } & Pick<
  ReturnType<typeof useAttachmentQueries>,
  'datasets' | 'attached'
>;

function Attachments({ organizationId, workspaceId, datasets, attached }: AttachmentsProps) {
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
        description="Create a dataset first, then attach it here."
        action={
          <Button asChild variant="primary">
            <RouterLink to={consolePaths.datasets()}>Go to datasets</RouterLink>
          </Button>
        }
      />
    );
  }
  return (
    <AttachmentsTable
      organizationId={organizationId}
      workspaceId={workspaceId}
      datasets={datasets.data.datasets}
      attachedIds={new Set(attached.data.datasets.map(({ id }) => id))}
    />
  );
}
