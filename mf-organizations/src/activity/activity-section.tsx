import { describeFailure, queryKeys } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { useUrlTexts } from '@carrel/shared/shell';
import { Box, Button, ErrorState, Stack } from '@carrel/shared/ui';
import { EmptyState, SettingsSection, Skeleton } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';

import { ActivityFilterFields } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { listActivity } from '../data/activity.api.ts';
import { usePeople } from './use-people.ts';

const FILTERS = ['person', 'action', 'day'] as const;

/** Who did what in the organization, newest first. */
export function ActivitySection({ organization }: { organization: Organization }) {
  const [filters, setFilters] = useUrlTexts(FILTERS);

  const activity = useInfiniteQuery({
    queryKey: queryKeys.audit(organization.id, filters),
    queryFn: ({ pageParam }) => listActivity(organization.id, filters, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const records = activity.data?.pages.flatMap((page) => page.records) ?? [];
  const people = usePeople(organization.id, records, filters.person);

  const list = () => {
    if (activity.isPending) return <ActivitySkeleton />;
    if (activity.data === undefined) {
      return (
        <ErrorState
          title="Failed to load activity"
          {...describeFailure(activity.error)}
          retrying={activity.isFetching}
          onRetry={() => void activity.refetch()}
        />
      );
    }
    if (records.length === 0) {
      return <EmptyState icon={<History />} title="Nothing was done that fits these filters" />;
    }
    return (
      <Stack gap="4">
        <ActivityList records={records} />
        {activity.hasNextPage && (
          <Box>
            <Button
              loading={activity.isFetchingNextPage}
              onClick={() => void activity.fetchNextPage()}
            >
              Show more
            </Button>
          </Box>
        )}
      </Stack>
    );
  };

  return (
    <SettingsSection
      title="Activity"
      description="Who did what, when and from where. Only Owners and Admins see this."
    >
      <Stack gap="4">
        <ActivityFilterFields filters={filters} people={people} onChange={setFilters} />
        {list()}
      </Stack>
    </SettingsSection>
  );
}

function ActivitySkeleton() {
  return (
    <Box aria-busy>
      <Skeleton height="24rem" />
    </Box>
  );
}
