import type { NavigationItem } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { StatusBadge, formatDate, formatSize } from '@carrel/shared/ui/signed-in';
import { CircleAlert, File, Folder } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { lookOfStatus, reasonOf } from '../../documents/document-status.ts';
import { ONTO_FIRST_ITEM } from '../use-folder-navigation.ts';

/** Characters of a document's id that are shown. */
const SHORT_ID = 8;

interface ItemProps {
  item: NavigationItem;
}

type LaidOutProps = ItemProps & { isCard: boolean };

export function ItemIcon({ item }: ItemProps) {
  const Icon = item.item_type === 'folder' ? Folder : File;
  return <Icon size={16} aria-hidden />;
}

/** A name; that of a folder is a link, so that it can be opened in a new tab. */
export function ItemName({ datasetId, item }: ItemProps & { datasetId: string }) {
  return (
    <div data-name="" title={item.name}>
      {item.item_type === 'folder' ? (
        <RouterLink
          to={consolePaths.datasetDocuments(datasetId, item.path)}
          state={ONTO_FIRST_ITEM}
          tabIndex={-1}
        >
          {item.name}
        </RouterLink>
      ) : (
        item.name
      )}
    </div>
  );
}

/** A document's state, or how many documents of a folder failed. */
export function ItemStatus({ item, isCard }: LaidOutProps) {
  if (item.item_type === 'folder') return <FolderCount item={item} isCard={isCard} />;
  if (item.status === null || item.status === undefined) return null;
  const { icon: Icon, ...look } = lookOfStatus(item.status);
  return <StatusBadge {...look} icon={<Icon />} reason={reasonOf(item)} />;
}

const numbers = new Intl.NumberFormat('en-US');

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

export function ItemSize({ item, isCard }: LaidOutProps) {
  if (item.item_type === 'folder') {
    const label = isCard ? countLabel(item.document_count) : null;
    return label === null ? null : <span>{label}</span>;
  }
  return <span>{formatSize(item.size, { decimals: 1 })}</span>;
}

export function ItemId({ item: { document_id } }: ItemProps) {
  if (document_id === null || document_id === undefined) return null;
  return (
    <span data-id="" title={document_id}>
      {document_id.slice(0, SHORT_ID)}
    </span>
  );
}

export function ItemDate({ item: { created_at } }: ItemProps) {
  return (
    <time dateTime={created_at} title={created_at}>
      {formatDate(created_at)}
    </time>
  );
}
