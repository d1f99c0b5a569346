import { Search } from '@carrel/shared/search';
import type { SearchScope } from '@carrel/shared/search';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';

import { DatasetScreen } from '../parts/dataset-screen.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { useDataset } from '../data/use-dataset.ts';

/** /datasets/{datasetId}/search: what the documents of a dataset say about something. */
export function DatasetSearchPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Search" />;
  return <SearchDataset key={datasetId} datasetId={datasetId} />;
}

function SearchDataset({ datasetId }: { datasetId: string }) {
  const { dataset } = useDataset(datasetId);
  const scope = useMemo<SearchScope>(
    () => ({
      kind: 'dataset',
      id: datasetId,
      name: dataset?.name,
      datasets: dataset && [dataset],
    }),
    [datasetId, dataset],
  );
  return (
    <DatasetScreen datasetId={datasetId} shown="search" title="Search">
      <Search scope={scope} />
    </DatasetScreen>
  );
}
