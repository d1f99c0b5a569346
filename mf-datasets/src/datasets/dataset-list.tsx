import type { Dataset } from '@carrel/shared/contract';
import { useUrlTexts } from '@carrel/shared/shell';
import { OrderedList } from '@carrel/shared/ui/signed-in';
import { memo, useCallback } from 'react';

import { DatasetsTable } from './datasets-table.tsx';

interface DatasetListProps {
  /** Undefined while they are loaded. */
  datasets: readonly Dataset[] | undefined;
  /** Its identity has to be stable, as that of the next. */
  onEdit: (dataset: Dataset) => void;
  onDelete: (dataset: Dataset) => void;
}

/** Datasets that can be searched and ordered; what was searched for stands in the address. */
export const DatasetList = memo(function DatasetList(props: DatasetListProps) {
  const { datasets, onEdit, onDelete } = props;
  const [texts, setTexts] = useUrlTexts(['q', 'sort']);
  const show = useCallback(
    (found: readonly Dataset[] | undefined) => (
      <DatasetsTable datasets={found} onEdit={onEdit} onDelete={onDelete} />
    ),
    [onEdit, onDelete],
  );
  return (
    <OrderedList
      plural="datasets"
      singular="dataset"
      rows={datasets}
      texts={texts}
      onTexts={setTexts}
    >
      {show}
    </OrderedList>
  );
});
