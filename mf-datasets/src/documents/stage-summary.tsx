import { groupCounts } from '@carrel/shared/contract';
import type { StatusCounts } from '@carrel/shared/contract';
import { Box, Flex, Text } from '@carrel/shared/ui';
import { Panel, StackedBar } from '@carrel/shared/ui/signed-in';
import type { StackedBarPart } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

interface StageSummaryProps {
  /** Undefined while they are loaded. */
  counts: StatusCounts | undefined;
  failed: boolean;
  /** How far the work is, while there is any. */
  progress: ReactNode;
}

/** The number of a dataset's documents per stage. */
export function StageSummary({ counts, failed, progress }: StageSummaryProps) {
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
        {Boolean(progress) && <Flex css={PROGRESS}>{progress}</Flex>}
      </Panel>
    </Box>
  );
}

/** One line, or two on a narrow screen, that are there while anything is in progress. */
const PROGRESS = {
  justifyContent: 'space-between',
  flexWrap: { base: 'wrap', md: 'nowrap' },
  alignContent: 'start',
  columnGap: '6',
  mt: '3',
  minHeight: { base: '2.5rem', md: '1.25rem' },
  lineHeight: '1.25rem',
  fontSize: 'sm',
  color: 'fg.muted',
  fontVariantNumeric: 'tabular-nums',
} as const;

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
