import { groupCounts } from '@carrel/shared/contract';
import type { StatusCounts } from '@carrel/shared/contract';
import { Box, Text } from '@carrel/shared/ui';
import { Panel, StackedBar } from '@carrel/shared/ui/signed-in';
import type { StackedBarPart } from '@carrel/shared/ui/signed-in';

interface StageSummaryProps {
  /** Undefined while they are loaded. */
  counts: StatusCounts | undefined;
  failed: boolean;
}

/** The number of a dataset's documents per stage. */
export function StageSummary({ counts, failed }: StageSummaryProps) {
  if (counts === undefined && failed) {
    return (
      <Box mb="4">
        <Panel>
          <Text fontSize="sm" color="fg.muted">
            The stages of the documents are not known right now.
          </Text>
        </Panel>
      </Box>
    );
  }
  return (
    <Box mb="4">
      <Panel>
        {/* Hidden while loading, so that its height does not change. */}
        <Box visibility={counts === undefined ? 'hidden' : 'visible'}>
          <StackedBar label="Documents by stage" parts={stagesOf(counts)} />
        </Box>
      </Panel>
    </Box>
  );
}

/** The groups, words and colours of the dashboard. */
function stagesOf(counts: StatusCounts | undefined): StackedBarPart[] {
  const groups = counts && groupCounts(counts);
  return [
    { label: 'Ready', value: groups?.ready ?? 0, tone: 'success' },
    { label: 'Processing', value: groups?.processing ?? 0, tone: 'info' },
    { label: 'Ingested', value: groups?.ingested ?? 0, tone: 'neutral' },
    { label: 'Errors', value: groups?.errors ?? 0, tone: 'danger' },
  ];
}
