import { failedCount } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useTypedParams } from '@carrel/shared/search';
import { useCommands, useOrganizationId } from '@carrel/shared/shell';
import { Upload } from 'lucide-react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';

import { DatasetScreen } from '../parts/dataset-screen.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { DocumentsActions } from './documents-actions.tsx';
import { DriftNote } from './drift-note.tsx';
import { LazyFailedDocuments } from './failed/lazy-failed-documents.tsx';
import { FindBar } from './find/find-bar.tsx';
import { LazyFoundDocuments } from './find/lazy-find-screen.tsx';
import { FIND_CODEC, folderOrderOf, isFinding } from '../data/find/find-params.ts';
import { Folder } from './folder/folder.tsx';
import { StageSummary } from './stage-summary.tsx';
import { LazyDatasetProgress, LazyDatasetWork } from '../parts/progress/lazy-progress.ts';
import { useHasBackgroundWork } from '../data/live/use-background-work.ts';
import { useAddFiles } from '../uploads/files/add-files.tsx';
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
  const hasWork = useHasBackgroundWork(datasetId);
  const adding = useAddFiles(datasetId, path);
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
    <DatasetScreen
      datasetId={datasetId}
      shown="documents"
      title="Documents"
      error={counts.error}
      actions={<DocumentsActions datasetId={datasetId} folder={path} adding={adding} />}
    >
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
              onAddFiles={adding.open}
            />
          )}
        </>
      )}
    </DatasetScreen>
  );
}
