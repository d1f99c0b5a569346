import type { NavigationItem } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { countText } from '@carrel/shared/search';

import { findDocuments, folderTotalQuery } from '../find/query/find.queries.ts';
import { documentsChosen, folderChosen } from '../selection/chosen-documents.ts';
import { DOWNLOADS_MAX } from '../selection/download-documents.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import type { Selection } from '../selection/choosing/use-selection.ts';

interface FolderSelectionBarProps {
  datasetId: string;
  /** The folder; empty for the root. */
  path: string;
  items: readonly NavigationItem[];
  selection: Selection;
  onClear: () => void;
}

/** The actions on chosen documents of a folder, or on everything in it at any depth. */
export function FolderSelectionBar(props: FolderSelectionBarProps) {
  const { datasetId, path, items, selection, onClear } = props;
  const { ids, isWhole, chooseWhole } = selection;
  const organizationId = useOrganizationId();
  const { data: total } = useQuery(folderTotalQuery(organizationId, datasetId, path));
  const counted = total && `${total.isMore ? 'more than ' : ''}${countText(total.total)}`;
  const name = items.find(({ document_id }) => document_id === ids[0])?.name;

  const idsOf = async () => {
    if (!isWhole || ids.length === total?.total) return ids;
    const query = { folder: path, limit: DOWNLOADS_MAX };
    const { documents } = await findDocuments(organizationId, datasetId, query);
    return documents.map(({ id }) => id);
  };

  return (
    <SelectionBar
      datasetId={datasetId}
      chosen={isWhole ? folderChosen(path, total) : documentsChosen(ids, name)}
      idsOf={idsOf}
      label={isWhole ? `All ${counted ?? ''} selected` : `${countText(ids.length)} selected`}
      more={
        !isWhole &&
        total?.total !== ids.length && (
          <Button size="sm" variant="ghost" onClick={chooseWhole}>
            {`Select all ${counted ?? ''} in this folder`.replace('  ', ' ')}
          </Button>
        )
      }
      onClear={onClear}
    />
  );
}
