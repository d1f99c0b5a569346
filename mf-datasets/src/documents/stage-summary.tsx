import { FAILED_STATUSES } from '@carrel/shared/contract';
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

function stagesOf(counts: StatusCounts | undefined): StackedBarPart[] {
  const sum = (...statuses: (keyof StatusCounts)[]) =>
    statuses.reduce((total, status) => total + (counts?.[status] ?? 0), 0);
  return [
    { label: 'Ready', value: sum('embedded'), tone: 'success' },
    { label: 'Chunked', value: sum('chunked'), tone: 'info' },
    { label: 'Partitioned', value: sum('partitioned'), tone: 'neutral' },
    { label: 'Processing', value: sum('ingested'), tone: 'info' },
    {
      label: 'Errors',
      value: sum(...FAILED_STATUSES),
      tone: 'danger',
    },
  ];
}
