import { failedCount } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useTypedParams } from '@carrel/shared/search';
import { useCommands, useOrganizationId, usePage } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { Upload } from 'lucide-react';
import { Link as RouterLink, useNavigate, useParams, useSearchParams } from 'react-router-dom';

import { useDataset } from '../data/use-dataset.ts';
import { DatasetNotFound } from '../parts/dataset-not-found.tsx';
import { DatasetTabs } from '../parts/dataset-tabs.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { DriftNote } from './drift-note.tsx';
import { LazyFailedDocuments } from './failed/lazy-failed-documents.tsx';
import { AddFiles } from '../uploads/files/add-files.tsx';
import { FindBar } from './find/find-bar.tsx';
import { LazyFoundDocuments } from './find/lazy-find-screen.tsx';
import { FIND_CODEC, folderOrderOf, isFinding } from '../data/find/find-params.ts';
import { Folder } from './folder/folder.tsx';
import { StageSummary } from './stage-summary.tsx';
import { LazyDatasetProgress, LazyDatasetWork } from '../parts/progress/lazy-progress.ts';
import { useHasBackgroundWork } from '../data/live/use-background-work.ts';
import { useDatasetProgress } from '../data/live/use-live-dataset.ts';

/** /datasets/{datasetId}/documents: the folders and documents of a dataset. */
export function DocumentsPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Documents" />;
  return <Documents key={datasetId} datasetId={datasetId} />;
}

function Documents({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const [search] = useSearchParams();
  const { params, replaced, type, submit, change } = useTypedParams(FIND_CODEC);
  const { path } = params;
  const { counts, polling, inProgress } = useDatasetProgress(organizationId, datasetId);
  const { dataset, isMissing } = useDataset(datasetId, counts.error);
  const hasWork = useHasBackgroundWork(datasetId);
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

  if (isMissing) return <DatasetNotFound title="Documents" datasetId={datasetId} />;
  return (
    <>
      <PageHeader
        title="Documents"
        // A space keeps the line's height while the name is loaded.
        description={dataset?.name ?? '\u00a0'}
        actions={
          <>
            <AddFiles datasetId={datasetId} folder={path} />
            <Button asChild variant="primary">
              <RouterLink to={consolePaths.datasetArchives(datasetId)}>
                <Upload size={16} aria-hidden />
                Bulk Upload
              </RouterLink>
            </Button>
          </>
        }
      />
      <DatasetTabs datasetId={datasetId} shown="documents" />
      <StageSummary
        counts={counts.data}
        failed={counts.isError}
        progress={inProgress && <LazyDatasetProgress datasetId={datasetId} />}
      />
      <DriftNote datasetId={datasetId} />
      {hasWork && <LazyDatasetWork datasetId={datasetId} />}
      {search.get('show') === 'failed' ? (
        <LazyFailedDocuments
          datasetId={datasetId}
          total={counts.data && failedCount(counts.data)}
          words={params.q}
          replaced={replaced}
          onType={type}
        />
      ) : (
        <>
          <FindBar
            datasetId={datasetId}
            params={params}
            replaced={replaced}
            onType={type}
            onSubmit={submit}
            onChange={change}
          />
          {isFinding(params) ? (
            <LazyFoundDocuments
              datasetId={datasetId}
              params={params}
              polling={polling}
              onChange={change}
            />
          ) : (
            <Folder
              key={path}
              datasetId={datasetId}
              path={path}
              polling={polling}
              failed={counts.data && failedCount(counts.data)}
              order={folderOrderOf(params)}
              onOrder={change}
            />
          )}
        </>
      )}
    </>
  );
}
