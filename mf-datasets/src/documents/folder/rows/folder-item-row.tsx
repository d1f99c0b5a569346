import type { NavigationItem } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { StatusBadge, formatDate, formatSize } from '@carrel/shared/ui/signed-in';
import { CircleAlert, File, Folder } from 'lucide-react';
import { memo } from 'react';
import type { MouseEvent } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { lookOfStatus, reasonOf } from '../../../data/document-status.ts';
import { itemKey } from '../../../parts/selection/choosing/item-key.ts';
import { isOnMark, RowMark } from '../../../parts/selection/choosing/row-mark.tsx';
import { ONTO_FIRST_ITEM } from '../../../parts/use-folder-navigation.ts';
import { announceDocument } from './announce-document.ts';

/** Characters of a document's id that are shown. */
const SHORT_ID = 8;

const numbers = new Intl.NumberFormat('en-US');

interface FolderItemRowProps {
  datasetId: string;
  item: NavigationItem;
  index: number;
  /** The one row that Tab reaches. */
  active: boolean;
  selected: boolean;
  /** Two lines in place of six cells. */
  isCard: boolean;
  /** In pixels. */
  height: number;
  onOpen: (item: NavigationItem) => void;
  onHover: (item: NavigationItem) => void;
  onSelect: (id: string, range: boolean) => void;
}

/** A folder, or a document with its state. */
export const FolderItemRow = memo(function FolderItemRow(props: FolderItemRowProps) {
  const { datasetId, item, index, active, selected, isCard, height } = props;
  const { onOpen, onHover, onSelect } = props;
  const key = itemKey(item);

  const click = (event: MouseEvent) => {
    // The link, the badge with its reason and the checkbox handle their own clicks.
    if (event.target instanceof Element && event.target.closest('a, button, input') !== null)
      return;
    if (key !== undefined && isOnMark(event.target)) onSelect(key, event.shiftKey);
    else onOpen(item);
  };

  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={key === undefined ? undefined : selected}
      data-row={index}
      tabIndex={active ? 0 : -1}
      style={{ height, transform: `translateY(${index * height}px)` }}
      onClick={click}
      onPointerEnter={() => onHover(item)}
    >
      <td data-mark="" aria-label={item.item_type === 'folder' ? 'Folder' : 'Document'}>
        <RowMark id={key} name={item.name} selected={selected} onSelect={onSelect}>
          <ItemIcon item={item} />
        </RowMark>
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

interface ItemProps {
  item: NavigationItem;
}

type LaidOutProps = ItemProps & { isCard: boolean };

function ItemIcon({ item }: ItemProps) {
  const Icon = item.item_type === 'folder' ? Folder : File;
  return <Icon size={16} aria-hidden />;
}

/** A name, which is a link, so that it can be opened in a new tab. */
function ItemName({ datasetId, item }: ItemProps & { datasetId: string }) {
  const { item_type, name, path, document_id } = item;
  if (item_type === 'folder') {
    return (
      <div data-name="" title={name}>
        <RouterLink
          to={consolePaths.datasetDocuments(datasetId, path)}
          state={ONTO_FIRST_ITEM}
          tabIndex={-1}
        >
          {name}
        </RouterLink>
      </div>
    );
  }
  return (
    <div data-name="" title={name}>
      {document_id ? (
        <RouterLink
          to={consolePaths.document(datasetId, document_id)}
          tabIndex={-1}
          onClick={() => announceDocument(name)}
        >
          {name}
        </RouterLink>
      ) : (
        name
      )}
    </div>
  );
}

/** A document's state, or how many documents of a folder failed. */
function ItemStatus({ item, isCard }: LaidOutProps) {
  if (item.item_type === 'folder') return <FolderCount item={item} isCard={isCard} />;
  if (item.status === null || item.status === undefined) return null;
  const { icon: Icon, ...look } = lookOfStatus(item.status);
  return <StatusBadge {...look} icon={<Icon />} reason={reasonOf(item)} />;
}

/** How many documents are below a folder, if the server sends it; a card shows it in its second line. */
function FolderCount({ item, isCard }: LaidOutProps) {
  const { document_count: count, failed_count: failed } = item;
  if (typeof failed === 'number' && failed > 0) {
    const label =
      isCard || typeof count !== 'number'
        ? `${numbers.format(failed)} failed`
        : `${numbers.format(failed)} of ${numbers.format(count)} failed`;
    return <StatusBadge icon={<CircleAlert />} label={label} tone="danger" />;
  }
  return isCard ? null : countLabel(count);
}

function countLabel(count: number | null | undefined): string | null {
  if (typeof count !== 'number') return null;
  return count === 1 ? '1 document' : `${numbers.format(count)} documents`;
}

function ItemSize({ item, isCard }: LaidOutProps) {
  if (item.item_type === 'folder') {
    const label = isCard ? countLabel(item.document_count) : null;
    return label === null ? null : <span>{label}</span>;
  }
  return <span>{formatSize(item.size, { decimals: 1 })}</span>;
}

function ItemId({ item: { document_id } }: ItemProps) {
  if (document_id === null || document_id === undefined) return null;
  return (
    <span data-id="" title={document_id}>
      {document_id.slice(0, SHORT_ID)}
    </span>
  );
}

function ItemDate({ item: { created_at } }: ItemProps) {
  return (
    <time dateTime={created_at} title={created_at}>
      {formatDate(created_at)}
    </time>
  );
}
