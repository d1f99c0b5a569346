import { consolePaths } from '@carrel/shared/paths';
import { Search } from '@carrel/shared/search';
import type { SearchScope } from '@carrel/shared/search';
import { usePage } from '@carrel/shared/shell';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';

import { DatasetNotFound } from '../parts/dataset-not-found.tsx';
import { DatasetTabs } from '../parts/dataset-tabs.tsx';
import { InvalidDataset } from '../parts/invalid-dataset.tsx';
import { useDataset } from '../data/use-dataset.ts';

/** /datasets/{datasetId}/search: what the documents of a dataset say about something. */
export function DatasetSearchPage() {
  const { datasetId } = useParams();
  if (datasetId === undefined) return <InvalidDataset title="Search" />;
  return <SearchDataset key={datasetId} datasetId={datasetId} />;
}

function SearchDataset({ datasetId }: { datasetId: string }) {
  const { dataset, isMissing } = useDataset(datasetId);
  const scope = useMemo<SearchScope>(
    () => ({
      kind: 'dataset',
      id: datasetId,
      name: dataset?.name,
      datasets: dataset && [dataset],
    }),
    [datasetId, dataset],
  );
  usePage({
    title: 'Search',
    breadcrumbs: [
      { name: 'Datasets', to: consolePaths.datasets() },
      // Shown together with the name, which would move what is right of it.
      ...(dataset === undefined
        ? [{ name: 'Dataset' }]
        : [
            { name: dataset.name, to: consolePaths.datasetDocuments(datasetId) },
            { name: 'Search' },
          ]),
    ],
  });
  if (isMissing) return <DatasetNotFound title="Search" datasetId={datasetId} />;
  return (
    <>
      <PageHeader
        title="Search"
        // A space keeps the line's height while the name is loaded.
        description={dataset?.name ?? '\u00a0'}
      />
      <DatasetTabs datasetId={datasetId} shown="search" />
      <Search scope={scope} />
    </>
  );
}
