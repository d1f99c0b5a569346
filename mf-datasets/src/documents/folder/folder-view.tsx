import type { NavigationItem } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import { StatusBadge, formatDate, formatSize } from '@carrel/shared/ui/signed-in';
import { CircleAlert, File, Folder } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { lookOfStatus, reasonOf } from '../../data/document-status.ts';
import { itemKey } from '../../parts/selection/choosing/item-key.ts';
import { ONTO_FIRST_ITEM } from '../../parts/use-folder-navigation.ts';
import { listView, REST } from '../list/list-view.ts';
import type { CellPlace } from '../list/list-view.ts';

/** Characters of a document's id that are shown. */
const SHORT_ID = 8;

const numbers = new Intl.NumberFormat('en-US');

/** What a folder shows of its folders and documents. */
export const folderView = listView<NavigationItem>({
  rowHeight: 44,
  cardHeight: 68,
  idOf: itemKey,
  kindOf: ({ item_type }) =>
    item_type === 'folder'
      ? { label: 'Folder', icon: <Folder size={16} aria-hidden /> }
      : { label: 'Document', icon: <File size={16} aria-hidden /> },
  columns: [
    { header: 'Name', width: REST, onCard: 'title', sort: 'name', cell: nameOf },
    { header: 'Status', width: '10.5rem', onCard: 'end', sort: 'status', cell: stateOf },
    {
      header: 'Size',
      width: '5rem',
      align: 'end',
      onCard: 'fact',
      sort: 'size',
      cell: sizeOf,
    },
    { header: 'ID', width: '4.5rem', onCard: 'fact', cell: shortIdOf },
    {
      header: 'Created',
      width: '6.5rem',
      onCard: 'fact',
      sort: 'created',
      cell: ({ created_at }) => (
        <time dateTime={created_at} title={created_at}>
          {formatDate(created_at)}
        </time>
      ),
    },
  ],
});

/** Says which document is being opened. */
export const announceDocument = (name: string) => toast.info(`Document: ${name}`);

/** A name, which is a link, so that it can be opened in a new tab. */
function nameOf({ item_type, name, path, document_id }: NavigationItem, { datasetId }: CellPlace) {
  const link =
    item_type === 'folder' ? (
      <RouterLink
        to={consolePaths.datasetDocuments(datasetId, path)}
        state={ONTO_FIRST_ITEM}
        tabIndex={-1}
      >
        {name}
      </RouterLink>
    ) : document_id ? (
      <RouterLink
        to={consolePaths.document(datasetId, document_id)}
        tabIndex={-1}
        onClick={() => announceDocument(name)}
      >
        {name}
      </RouterLink>
    ) : (
      name
    );
  return (
    <div data-name="" title={name}>
      {link}
    </div>
  );
}

/** A document's state, or how many documents of a folder failed. */
function stateOf(item: NavigationItem, { isCard }: CellPlace) {
  if (item.item_type === 'folder') return folderState(item, isCard);
  if (item.status === null || item.status === undefined) return null;
  const { icon: Icon, ...look } = lookOfStatus(item.status);
  return <StatusBadge {...look} icon={<Icon />} reason={reasonOf(item)} />;
}

/** How many documents are below a folder, if the server sends it; a card shows it in its second line. */
function folderState(item: NavigationItem, isCard: boolean) {
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

function sizeOf(item: NavigationItem, { isCard }: CellPlace) {
  if (item.item_type === 'folder') {
    const label = isCard ? countLabel(item.document_count) : null;
    return label === null ? null : <span>{label}</span>;
  }
  return <span>{formatSize(item.size, { decimals: 1 })}</span>;
}

function shortIdOf({ document_id: id }: NavigationItem) {
  if (id === null || id === undefined) return null;
  return (
    <span data-id="" title={id}>
      {id.slice(0, SHORT_ID)}
    </span>
  );
}
