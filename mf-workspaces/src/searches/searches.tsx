import { describeFailure } from '@carrel/shared/api';
import { SEARCH_LOG_DAYS } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, ErrorState, Stack, Text } from '@carrel/shared/ui';
import { EmptyState, Panel, SettingsSection, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';

import { SearchesByDay } from './searches-by-day.tsx';
import { searchLogQuery } from '../data/searches.queries.ts';
import { UnansweredTable } from './unanswered-table.tsx';

const KEPT = `Kept for ${SEARCH_LOG_DAYS} days, without the names of people. New searches are counted after a few seconds.`;

/** Where the questions without results are on the page. */
const QUESTIONS = 'questions-without-results';

/** What people asked by day, and what the datasets did not answer. */
export function Searches({ workspaceId }: { workspaceId: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(
    searchLogQuery(useOrganizationId(), workspaceId),
  );
  if (data === undefined) {
    if (isError) {
      return (
        <ErrorState
          title="Failed to load the insights"
          {...describeFailure(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      );
    }
    return (
      <Stack gap="6" aria-busy>
        <Skeleton height="15rem" />
        <Skeleton height="10rem" />
      </Stack>
    );
  }
  if (!data.enabled) {
    return (
      <EmptyState
        icon={<MessageCircleQuestion aria-hidden />}
        title="Insights are off"
        description="This organization does not keep what people search for. Owners and Admins can switch it on in its settings."
      />
    );
  }
  return (
    <Stack gap="8">
      <Panel title={`The last ${SEARCH_LOG_DAYS} days`} description={KEPT}>
        <SearchesByDay
          days={data.days}
          questions={data.unanswered.length === 0 ? undefined : `#${QUESTIONS}`}
        />
      </Panel>
      <Box id={QUESTIONS} scrollMarginTop="4rem">
        <SettingsSection
          title="Questions without results"
          description="A document that answers them may be missing, or uses other words."
        >
          {data.unanswered.length === 0 ? (
            <Text color="fg.muted">Every question had results.</Text>
          ) : (
            <UnansweredTable workspaceId={workspaceId} questions={data.unanswered} />
          )}
        </SettingsSection>
      </Box>
    </Stack>
  );
}
