import { useOrganizationId } from '@carrel/shared/shell';
import { Stack } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

import { DatasetScreen } from '../parts/dataset-screen.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { useLiveDataset } from '../data/live/use-live-dataset.ts';
import { ArchiveHistory } from './archive-history.tsx';
import { archivesQuery } from '../data/archives.queries.ts';
import { LazyUnfinishedUploads } from '../uploads/unfinished/lazy-unfinished-uploads.tsx';
import { UploadForm } from '../uploads/upload-form.tsx';

/** /datasets/{datasetId}/archives: uploads documents, and lists the uploads. */
export function ArchivesPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Bulk Upload" />;
  return <BulkUpload key={datasetId} datasetId={datasetId} />;
}

function BulkUpload({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const archives = useQuery(archivesQuery(organizationId, datasetId, useLiveDataset(datasetId)));
  return (
    <DatasetScreen datasetId={datasetId} shown="uploads" title="Bulk Upload" error={archives.error}>
      <Stack gap="6">
        <LazyUnfinishedUploads datasetId={datasetId} />
        <UploadForm datasetId={datasetId} />
        <ArchiveHistory datasetId={datasetId} query={archives} />
      </Stack>
    </DatasetScreen>
  );
}
