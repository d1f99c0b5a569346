import { listDatasetsQuery } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';

import { DatasetScreen } from '../parts/dataset-screen.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { LazyDatasetSettings } from './lazy-dataset-settings.tsx';

/** /datasets/{datasetId}/settings: what a dataset is called and how its documents are processed, and its deletion. */
export function DatasetSettingsPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Settings" />;
  return <Settings key={datasetId} datasetId={datasetId} />;
}

function Settings({ datasetId }: { datasetId: string }) {
  // Read here: once the code of the settings is there, the list would be read a second time.
  const query = useQuery(listDatasetsQuery(useOrganizationId()));
  return (
    <DatasetScreen datasetId={datasetId} shown="settings" title="Settings">
      <LazyDatasetSettings datasetId={datasetId} query={query} />
    </DatasetScreen>
  );
}
