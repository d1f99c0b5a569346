import type { NavigationItem } from '@carrel/shared/contract';
import { memo } from 'react';
import type { MouseEvent } from 'react';

import { ItemDate, ItemIcon, ItemId, ItemName, ItemSize, ItemStatus } from './item-cells.tsx';

interface FolderItemRowProps {
  datasetId: string;
  item: NavigationItem;
  index: number;
  /** The one row that Tab reaches. */
  active: boolean;
  /** Two lines in place of six cells. */
  isCard: boolean;
  /** In pixels. */
  height: number;
  onOpen: (item: NavigationItem) => void;
  onHover: (item: NavigationItem) => void;
}

/** A folder, or a document with its state. */
export const FolderItemRow = memo(function FolderItemRow(props: FolderItemRowProps) {
  const { datasetId, item, index, active, isCard, height, onOpen, onHover } = props;

  const click = (event: MouseEvent) => {
    // The folder's link and the badge with its reason handle their own clicks.
    if (event.target instanceof Element && event.target.closest('a, button') !== null) return;
    onOpen(item);
  };

  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      tabIndex={active ? 0 : -1}
      style={{ height, transform: `translateY(${index * height}px)` }}
      onClick={click}
      onPointerEnter={() => onHover(item)}
    >
      <td aria-label={item.item_type === 'folder' ? 'Folder' : 'Document'}>
        <ItemIcon item={item} />
      </td>
      <td>
        <ItemName datasetId={datasetId} item={item} />
        {isCard && (
          <div data-facts="">
            <ItemSize item={item} isCard />
            <ItemId item={item} />
            <ItemDate item={item} />
          </div>
        )}
      </td>
      <td>
        <ItemStatus item={item} isCard={isCard} />
      </td>
      {!isCard && (
        <>
          <td data-size="">
            <ItemSize item={item} isCard={false} />
          </td>
          <td>
            <ItemId item={item} />
          </td>
          <td>
            <ItemDate item={item} />
          </td>
        </>
      )}
    </tr>
  );
});
