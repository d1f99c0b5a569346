import type { NavigationItem } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { countText } from '@carrel/shared/search';
import { useMemo } from 'react';

import { folderTotalQuery } from '../../data/find/find.queries.ts';
import { folderChosen, itemsChosen } from '../../data/chosen-documents.ts';
import { SelectionBar } from '../../parts/selection/selection-bar.tsx';
import { itemKey } from '../../parts/selection/choosing/item-key.ts';
import type { Selection } from '../../parts/selection/choosing/use-selection.ts';

interface FolderSelectionBarProps {
  datasetId: string;
  /** The folder; empty for the root. */
  path: string;
  items: readonly NavigationItem[];
  selection: Selection;
  onClear: () => void;
  onRenamed: (path: string) => void;
}

/** The actions on chosen documents of a folder, or on everything in it at any depth. */
export function FolderSelectionBar(props: FolderSelectionBarProps) {
  const { datasetId, path, items, selection, onClear, onRenamed } = props;
  const { ids, isWhole, chooseWhole } = selection;
  const organizationId = useOrganizationId();
  const { data: total } = useQuery(folderTotalQuery(organizationId, datasetId, path));
  const counted = total && `${total.isMore ? 'more than ' : ''}${countText(total.total)}`;
  const chosen = useMemo(
    () => ({
      ...(isWhole ? folderChosen(path, total) : itemsChosen(itemsOf(items, ids))),
      folder: path,
    }),
    [isWhole, path, total, items, ids],
  );

  return (
    <SelectionBar
      datasetId={datasetId}
      chosen={chosen}
      label={isWhole ? `All ${counted ?? ''} selected` : `${countText(ids.length)} selected`}
      more={
        !isWhole &&
        total?.total !== chosen.count && (
          <Button size="sm" variant="ghost" onClick={chooseWhole}>
            {`Select all ${counted ?? ''} in this folder`.replace('  ', ' ')}
          </Button>
        )
      }
      onClear={onClear}
      onRenamed={onRenamed}
    />
  );
}

function itemsOf(items: readonly NavigationItem[], keys: readonly string[]): NavigationItem[] {
  const chosen = new Set(keys);
  return items.filter((item) => chosen.has(itemKey(item) ?? ''));
}
