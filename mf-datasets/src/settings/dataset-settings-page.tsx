import { useParams } from 'react-router-dom';

import { DatasetScreen } from '../parts/dataset-screen.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { LazyDatasetSettings } from './lazy-dataset-settings.tsx';

/** /datasets/{datasetId}/settings: what a dataset is called and how its documents are processed, and its deletion. */
export function DatasetSettingsPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Settings" />;
  return (
    <DatasetScreen key={datasetId} datasetId={datasetId} shown="settings" title="Settings">
      <LazyDatasetSettings datasetId={datasetId} />
    </DatasetScreen>
  );
}
