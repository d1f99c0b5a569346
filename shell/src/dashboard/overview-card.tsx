import type { CurrentUser } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { ErrorState, Grid, Stack } from '@carrel/shared/ui';
import { PageHeader, StatCard } from '@carrel/shared/ui/workbench';
import { Boxes, Database, FileText, Users } from 'lucide-react';

import { useDashboard } from './dashboard.queries.ts';
import { ProcessingStatusCard } from './processing-status-card.tsx';
import { RecentCard } from './recent-card.tsx';

/** The numbers of the selected organization, and its newest workspaces and datasets. */
export function OverviewCard({ user }: { user: CurrentUser }) {
  const { organizationId } = useShell();
  const { workspaces, datasets, members, documents } = useDashboard(organizationId);
  const failed = [workspaces, datasets, members, documents].filter((query) => query.isError);
  return (
    <Stack gap="6">
      <PageHeader
        title={`Welcome back, ${user.first_name}`}
        description={
          organizationId === null ? undefined : user.memberships[organizationId]?.organization_name
        }
      />
      <Grid gap="4" gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }} mt="-6">
        <StatCard
          label="Workspaces"
          icon={<Boxes />}
          value={workspaces.data?.workspaces.length}
          loading={workspaces.isLoading}
          failed={workspaces.isError}
        />
        <StatCard
          label="Datasets"
          icon={<Database />}
          value={datasets.data?.datasets.length}
          loading={datasets.isLoading}
          failed={datasets.isError}
        />
        <StatCard
          label="Documents"
          icon={<FileText />}
          value={documents.data?.documents}
          loading={datasets.isLoading || documents.isLoading}
          failed={datasets.isError || documents.isError}
        />
        <StatCard
          label="Team Members"
          icon={<Users />}
          value={members.data?.members.length}
          loading={members.isLoading}
          failed={members.isError}
        />
      </Grid>
      {failed.length > 0 && (
        <ErrorState
          title="Failed to load dashboard statistics"
          message="Some of the numbers could not be fetched."
          retrying={failed.some((query) => query.isFetching)}
          onRetry={() => failed.forEach((query) => void query.refetch())}
        />
      )}
      {documents.data !== undefined && documents.data.total > 0 && (
        <ProcessingStatusCard counts={documents.data} />
      )}
      <Grid gap="4" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }} alignItems="start">
        {!workspaces.isError && (
          <RecentCard
            title="Recent Workspaces"
            empty="No workspaces found. Create your first workspace to get started."
            items={workspaces.data?.workspaces}
            loading={workspaces.isLoading}
            action="Manage"
            linkTo={consolePaths.workspaceManage}
            all={consolePaths.workspaces()}
          />
        )}
        {!datasets.isError && (
          <RecentCard
            title="Recent Datasets"
            empty="No datasets found. Create your first dataset to start building your knowledge base."
            items={datasets.data?.datasets}
            loading={datasets.isLoading}
            action="View"
            linkTo={(datasetId) => consolePaths.datasetDocuments(datasetId)}
            all={consolePaths.datasets()}
          />
        )}
      </Grid>
    </Stack>
  );
}
