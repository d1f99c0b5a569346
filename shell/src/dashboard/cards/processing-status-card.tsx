import type { DocumentCounts } from '@carrel/shared/contract';
import { Panel, StackedBar } from '@carrel/shared/ui/signed-in';

/** The organization's documents by status, over all datasets. */
export function ProcessingStatusCard({ counts }: { counts: DocumentCounts }) {
  return (
    <Panel title="Document Processing Status">
      <StackedBar
        label="Documents by status"
        parts={[
          { label: 'Ready', value: counts.ready, tone: 'success' },
          { label: 'Processing', value: counts.processing, tone: 'info' },
          { label: 'Ingested', value: counts.ingested, tone: 'neutral' },
          { label: 'Errors', value: counts.errors, tone: 'danger' },
        ]}
      />
    </Panel>
  );
}
