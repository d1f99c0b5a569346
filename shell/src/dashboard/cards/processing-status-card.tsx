import type { DocumentCounts } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Panel, StackedBar } from '@carrel/shared/ui/signed-in';

import { failedDocumentsPath } from '../failed-documents-path.ts';

interface ProcessingStatusCardProps {
  counts: DocumentCounts;
  /** The dataset of all documents, if there is one. */
  datasetId: string | undefined;
}

/** The organization's documents by status, over all datasets. */
export function ProcessingStatusCard({ counts, datasetId }: ProcessingStatusCardProps) {
  // Each row of the list of datasets leads to those of its documents that failed.
  const failed = datasetId === undefined ? consolePaths.datasets() : failedDocumentsPath(datasetId);
  return (
    <Panel title="Document Processing Status">
      <StackedBar
        label="Documents by status"
        parts={[
          { label: 'Ready', value: counts.ready, tone: 'success' },
          { label: 'Processing', value: counts.processing, tone: 'info' },
          { label: 'Ingested', value: counts.ingested, tone: 'neutral' },
          { label: 'Errors', value: counts.errors, tone: 'danger', to: failed },
        ]}
      />
    </Panel>
  );
}
