import { RETRY_DOCUMENTS_MAX } from '@carrel/shared/contract';
import type { FoundDocument } from '@carrel/shared/contract';
import { countText } from '@carrel/shared/search';
import { Button } from '@carrel/shared/ui';

import { documentsChosen } from '../../data/chosen-documents.ts';
import { SelectionBar } from '../../parts/selection/selection-bar.tsx';
import type { Selection } from '../../parts/selection/choosing/use-selection.ts';

interface FoundSelectionBarProps {
  datasetId: string;
  documents: readonly FoundDocument[];
  /** How many were found; with `isMore`, there are more. */
  total: number;
  isMore: boolean;
  selection: Selection;
  onSelectAll: () => void;
  onClear: () => void;
  onRenamed: (path: string) => void;
}

/** The actions on chosen documents of those that were found. */
export function FoundSelectionBar(props: FoundSelectionBarProps) {
  const { datasetId, documents, total, isMore, selection, onSelectAll, onClear, onRenamed } = props;
  const { ids } = selection;
  const first = documents.find(({ id }) => id === ids[0]);
  const most = Math.min(documents.length, RETRY_DOCUMENTS_MAX);
  const hasAll = ids.length >= most;
  return (
    <SelectionBar
      datasetId={datasetId}
      chosen={{
        ...documentsChosen(ids, first?.name),
        path: ids.length === 1 ? first?.path : undefined,
      }}
      label={`${countText(ids.length)} selected`}
      note={hasAll ? noteOf(ids.length, documents.length, total, isMore) : undefined}
      more={
        !hasAll && (
          <Button size="sm" variant="ghost" onClick={onSelectAll}>
            {`Select all ${countText(most)} that are loaded`}
          </Button>
        )
      }
      onClear={onClear}
      onRenamed={onRenamed}
    />
  );
}

/** Returns which of the found documents are not chosen, though all of the list are. */
function noteOf(
  chosen: number,
  loaded: number,
  total: number,
  isMore: boolean,
): string | undefined {
  if (!isMore && total <= chosen) return undefined;
  const found = `${isMore ? 'more than ' : ''}${countText(total)}`;
  return loaded > chosen
    ? `One action takes ${countText(RETRY_DOCUMENTS_MAX)} documents; ${found} were found.`
    : `Those that are loaded, of ${found} found. Scroll down to load more.`;
}
