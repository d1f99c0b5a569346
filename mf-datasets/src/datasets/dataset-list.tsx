import type { Dataset } from '@carrel/shared/contract';
import { useUrlTexts } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { EmptyState, ListToolbar, findRows } from '@carrel/shared/ui/workbench';
import { SearchX } from 'lucide-react';

import { DatasetsTable } from './datasets-table.tsx';

interface DatasetListProps {
  /** Undefined while they are loaded. */
  datasets: readonly Dataset[] | undefined;
  onEdit: (dataset: Dataset) => void;
  onDelete: (dataset: Dataset) => void;
}

const { compare } = new Intl.Collator('en-US', { numeric: true });

/** Orders by their name in the address; the server's own has none. */
const ORDERS: Readonly<Record<string, (a: Dataset, b: Dataset) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  '-name': (a, b) => compare(b.name, a.name),
};

const OPTIONS = [
  { value: '', label: 'As created' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
];

/** Datasets that can be searched and ordered; what was searched for stands in the address. */
export function DatasetList({ datasets, onEdit, onDelete }: DatasetListProps) {
  const [{ q, sort }, setTexts] = useUrlTexts(['q', 'sort']);
  const found =
    datasets &&
    findRows(datasets, q, ({ name, description, id }) => `${name} ${description ?? ''} ${id}`);
  const order = ORDERS[sort];

  return (
    <>
      <ListToolbar
        searchLabel="Search datasets"
        search={q}
        onSearch={(text) => setTexts({ q: text })}
        choice={{
          label: 'Order',
          options: OPTIONS,
          value: order === undefined ? '' : sort,
          onChange: (value) => setTexts({ sort: value }),
        }}
        found={q === '' || !found ? undefined : `${found.length} of ${datasets.length} datasets`}
      />
      {found?.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No dataset matches"
          description={`Nothing has "${q}" in its name, description or ID.`}
          action={<Button onClick={() => setTexts({ q: '' })}>Clear search</Button>}
        />
      ) : (
        <DatasetsTable
          datasets={order === undefined ? found : found?.toSorted(order)}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
    </>
  );
}
