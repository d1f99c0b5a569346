import { useParams } from 'react-router-dom';

import { DatasetScreen } from '../parts/dataset-screen.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { LazySourcesScreen } from './lazy-sources-screen.tsx';

/** /datasets/{datasetId}/sources: what keeps documents of a dataset up to date from elsewhere. */
export function SourcesPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Sources" />;
  return (
    <DatasetScreen key={datasetId} datasetId={datasetId} shown="sources" title="Sources">
      <LazySourcesScreen datasetId={datasetId} />
    </DatasetScreen>
  );
}
