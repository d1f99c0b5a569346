import { useParams } from 'react-router-dom';

import { DatasetScreen } from '../parts/dataset-screen.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { LazyDuplicates } from './lazy-duplicates.tsx';

/** /datasets/{datasetId}/duplicates: documents that are equal or nearly equal, and what becomes of them. */
export function DuplicatesPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Duplicates" />;
  return (
    <DatasetScreen key={datasetId} datasetId={datasetId} shown="documents" title="Duplicates">
      <LazyDuplicates datasetId={datasetId} />
    </DatasetScreen>
  );
}
