import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { Stack } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

import { useDataset } from '../data/use-dataset.ts';
import { DatasetNotFound } from '../parts/dataset-not-found.tsx';
import { DatasetTabs } from '../parts/dataset-tabs.tsx';
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
  const { dataset, isMissing } = useDataset(datasetId, archives.error);
  usePage({
    title: 'Bulk Upload',
    breadcrumbs: [
      { name: 'Datasets', to: consolePaths.datasets() },
      // Shown together with the name, which would move what is right of it.
      ...(dataset === undefined
        ? [{ name: 'Dataset' }]
        : [
            { name: dataset.name, to: consolePaths.datasetDocuments(datasetId) },
            { name: 'Bulk Upload' },
          ]),
    ],
  });

  if (isMissing) return <DatasetNotFound title="Bulk Upload" datasetId={datasetId} />;
  return (
    <>
      <PageHeader
        title="Bulk Upload"
        // A space keeps the line's height while the name is loaded.
        description={dataset?.name ?? '\u00a0'}
      />
      <DatasetTabs datasetId={datasetId} shown="uploads" />
      <Stack gap="6">
        <LazyUnfinishedUploads datasetId={datasetId} />
        <UploadForm datasetId={datasetId} />
        <ArchiveHistory datasetId={datasetId} query={archives} />
      </Stack>
    </>
  );
}
