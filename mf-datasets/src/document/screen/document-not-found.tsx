import { consolePaths } from '@carrel/shared/paths';
import { Button } from '@carrel/shared/ui';
import { EmptyState, PageHeader } from '@carrel/shared/ui/signed-in';
import { FileX } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { DatasetNotFound } from '../../parts/dataset-not-found.tsx';
import { useDataset } from '../../data/use-dataset.ts';

/** Shown where the address names no document, or one that was deleted, with its dataset or alone. */
export function DocumentNotFound({ datasetId }: { datasetId: string }) {
  const { isMissing } = useDataset(datasetId);
  if (isMissing) return <DatasetNotFound title="Document" datasetId={datasetId} />;
  return (
    <>
      <PageHeader title="Document" />
      <EmptyState
        icon={<FileX />}
        title="Document not found"
        description="It may have been deleted."
        action={
          <Button asChild variant="secondary">
            <RouterLink to={consolePaths.datasetDocuments(datasetId)}>Back to documents</RouterLink>
          </Button>
        }
      />
    </>
  );
}
