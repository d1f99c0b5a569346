import type { Dataset } from '@carrel/shared/contract';
import { useUrlTexts } from '@carrel/shared/shell';
import { OrderedList } from '@carrel/shared/ui/workbench';

import { DatasetsTable } from './datasets-table.tsx';

interface DatasetListProps {
  /** Undefined while they are loaded. */
  datasets: readonly Dataset[] | undefined;
  onEdit: (dataset: Dataset) => void;
  onDelete: (dataset: Dataset) => void;
}

/** Datasets that can be searched and ordered; what was searched for stands in the address. */
export function DatasetList({ datasets, onEdit, onDelete }: DatasetListProps) {
  const [texts, setTexts] = useUrlTexts(['q', 'sort']);
  return (
    <OrderedList
      plural="datasets"
      singular="dataset"
      rows={datasets}
      texts={texts}
      onTexts={setTexts}
    >
      {(found) => <DatasetsTable datasets={found} onEdit={onEdit} onDelete={onDelete} />}
    </OrderedList>
  );
}
