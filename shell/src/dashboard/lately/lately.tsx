import { describeFailure } from '@carrel/shared/api';
import type { Overview } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, ErrorState, Text } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';

import { DayBars } from './day-bars.tsx';
import type { DaySeries } from './day-bars.tsx';
import { FailuresCard } from './failures-card.tsx';
import { LatelySkeleton, Pair, PLOT_HEIGHT } from './lately-frame.tsx';
import { useOverview } from './lately.queries.ts';
import { WorkCard } from './work-card.tsx';

const BY_STATUS: readonly DaySeries<Overview['uploads']['days'][number]>[] = [
  { label: 'Ready', color: 'success', valueOf: ({ ready }) => ready },
  { label: 'Processing', color: 'info', valueOf: ({ processing }) => processing },
  { label: 'Ingested', color: 'border.control', valueOf: ({ ingested }) => ingested },
  { label: 'Errors', color: 'danger', valueOf: ({ errors }) => errors },
];

const BY_ANSWER: readonly DaySeries<NonNullable<Overview['searches']>[number]>[] = [
  {
    label: 'Without results',
    color: 'danger',
    valueOf: ({ without_results: withoutResults }) => withoutResults,
  },
  {
    label: 'With results',
    color: 'info',
    valueOf: ({ searches, without_results: withoutResults }) => searches - withoutResults,
  },
];

/** What happened in the organization in the last 30 days; nothing from a server that does not say. */
export function Lately() {
  const { data, error, isError, isFetching, refetch } = useOverview(useOrganizationId());
  if (data === null) return null;
  if (data === undefined) {
    return isError ? (
      <ErrorState
        title="Failed to load what happened lately"
        {...describeFailure(error)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <LatelySkeleton />
    );
  }
  const { uploads, storage, working, failures, searches } = data;
  return (
    <>
      <Pair>
        <Box display="grid" minHeight={PLOT_HEIGHT}>
          <Panel
            title="Documents by day of upload"
            description={
              uploads.complete
                ? 'The last 30 days, by their status now.'
                : 'The newest of the last 30 days, by their status now.'
            }
          >
            <DayBars caption="Documents by day of upload" days={uploads.days} series={BY_STATUS} />
          </Panel>
        </Box>
        <Box display="grid" minHeight={PLOT_HEIGHT}>
          <Panel title="Searches by day" description="The last 30 days, in all workspaces.">
            {searches === undefined ? (
              <Text color="fg.muted">
                Editors and above see them here if the organization keeps what people ask.
              </Text>
            ) : (
              <DayBars caption="Searches by day" days={searches} series={BY_ANSWER} />
            )}
          </Panel>
        </Box>
      </Pair>
      <Pair>
        <FailuresCard failures={failures} />
        <WorkCard working={working} storage={storage} />
      </Pair>
    </>
  );
}
