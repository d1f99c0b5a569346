import { isApiError } from '@carrel/shared/api';
import { failedCount } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useCommands, useOrganizationId, usePage } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { Upload } from 'lucide-react';
import { Link as RouterLink, useNavigate, useParams, useSearchParams } from 'react-router-dom';

import { useDataset } from '../datasets/use-dataset.ts';
import { InvalidDataset } from '../datasets/invalid-dataset.tsx';
import { FailedDocuments } from '../failed/failed-documents.tsx';
import { Folder } from '../folder/folder.tsx';
import { StageSummary } from './stage-summary.tsx';
import { useDatasetProgress } from '../live/use-live-dataset.ts';

/** /datasets/{datasetId}/documents: the folders and documents of a dataset. */
export function DocumentsPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Documents" />;
  return <Documents key={datasetId} datasetId={datasetId} />;
}

function Documents({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const dataset = useDataset(datasetId);
  const [search] = useSearchParams();
  const path = search.get('path') ?? '';
  const { counts, polling } = useDatasetProgress(organizationId, datasetId);
  // Then the folder shows it.
  const isMissing = isApiError(counts.error) && counts.error.status === 404;
  usePage({
    title: 'Documents',
    breadcrumbs: [
      { name: 'Datasets', to: consolePaths.datasets() },
      // Shown together with the name, which would move what is right of it.
      ...(dataset === undefined
        ? [{ name: 'Dataset' }]
        : [
            { name: dataset.name, to: consolePaths.datasetDocuments(datasetId) },
            { name: 'Documents' },
          ]),
    ],
  });

  const navigate = useNavigate();
  useCommands([
    {
      id: 'upload-to-this-dataset',
      label: 'Upload an archive to this dataset',
      group: 'This screen',
      icon: <Upload />,
      keywords: ['bulk', 'zip', 'add'],
      run: () => void navigate(consolePaths.datasetArchives(datasetId)),
    },
  ]);

  return (
    <>
      <PageHeader
        title="Documents"
        // A space keeps the line's height while the name is loaded.
        description={dataset?.name ?? '\u00a0'}
        actions={
          <Button asChild variant="primary">
            <RouterLink to={consolePaths.datasetArchives(datasetId)}>
              <Upload size={16} aria-hidden />
              Bulk Upload
            </RouterLink>
          </Button>
        }
      />
      {!isMissing && <StageSummary counts={counts.data} failed={counts.isError} />}
      {search.get('show') === 'failed' ? (
        <FailedDocuments datasetId={datasetId} />
      ) : (
        <Folder
          key={path}
          datasetId={datasetId}
          path={path}
          polling={polling}
          failed={counts.data && failedCount(counts.data)}
        />
      )}
    </>
  );
}
