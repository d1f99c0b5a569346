import { Box } from '@carrel/shared/ui';
import { Panel, Skeleton } from '@carrel/shared/ui/signed-in';

import { FirstStepCard } from './first-step-card.tsx';
import { ProcessingStatusCard } from './processing-status-card.tsx';
import type { Statistics } from '../statistics.ts';

interface ProcessingSlotProps {
  statistics: Statistics;
  /** A dataset that documents could be uploaded to. */
  datasetId: string | undefined;
  /** The dataset of all documents, if there is one. */
  onlyDataset: string | undefined;
}

/**
 * Space for the processing status. It is reserved while the status is loading, and holds the first
 * step where there are no documents: nothing below it ever shifts.
 */
export function ProcessingSlot({ statistics, datasetId, onlyDataset }: ProcessingSlotProps) {
  const { counts, documents, datasets } = statistics;
  if (counts === undefined && !documents.loading) return null;
  return (
    <Box display="grid" minHeight={{ base: '8.5rem', md: '6.75rem' }}>
      {counts === undefined ? (
        <Panel>
          <Skeleton width="14rem" maxWidth="60%" />
          <Skeleton width="100%" height="2" mt="5" />
          <Skeleton width="24rem" maxWidth="80%" mt="4" />
        </Panel>
      ) : counts.total > 0 ? (
        <ProcessingStatusCard counts={counts} datasetId={onlyDataset} />
      ) : (
        <FirstStepCard datasetId={datasets.value === 0 ? undefined : datasetId} />
      )}
    </Box>
  );
}
