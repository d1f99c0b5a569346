import type { CurrentUser } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { Grid, Stack } from '@carrel/shared/ui';
import { PageHeader, StatCard } from '@carrel/shared/ui/signed-in';
import { Boxes, Database, FileText, Users } from 'lucide-react';

import { useDashboard } from '../dashboard.queries.ts';
import { ProcessingSlot } from './processing-slot.tsx';
import { RecentCard } from './recent-card.tsx';
import { StatisticsErrorCard } from './statistics-error-card.tsx';
import { LazyLately } from '../lately/lazy-lately.tsx';
import { statisticsOf } from '../statistics.ts';

/** The numbers of the selected organization, and its newest workspaces and datasets. */
export function OverviewCard({ user }: { user: CurrentUser }) {
  const { organizationId } = useShell();
  const queries = useDashboard(organizationId);
  const { workspaces, datasets } = queries;
  const statistics = statisticsOf(queries);
  const failed = Object.values(queries).filter((query) => query.isError);
  const [firstDataset, secondDataset] = datasets.data?.datasets ?? [];
  const onlyDataset = secondDataset === undefined ? firstDataset?.id : undefined;
  const documents =
    onlyDataset === undefined
      ? consolePaths.datasets()
      : consolePaths.datasetDocuments(onlyDataset);
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
          to={consolePaths.workspaces()}
          {...statistics.workspaces}
        />
        <StatCard
          label="Datasets"
          icon={<Database />}
          to={consolePaths.datasets()}
          {...statistics.datasets}
        />
        <StatCard label="Documents" icon={<FileText />} to={documents} {...statistics.documents} />
        <StatCard
          label="Team Members"
          icon={<Users />}
          to={
            organizationId === null ? undefined : consolePaths.organizationSettings(organizationId)
          }
          {...statistics.members}
        />
      </Grid>
      {failed.length > 0 && (
        <StatisticsErrorCard
          retrying={failed.some((query) => query.isFetching)}
          onRetry={() => failed.forEach((query) => void query.refetch())}
        />
      )}
      <ProcessingSlot
        statistics={statistics}
        datasetId={firstDataset?.id}
        onlyDataset={onlyDataset}
      />
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
      {organizationId !== null && <LazyLately key={organizationId} />}
    </Stack>
  );
}
