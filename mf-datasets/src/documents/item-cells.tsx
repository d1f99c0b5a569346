import type { NavigationItem } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Link, Text, VisuallyHidden } from '@carrel/shared/ui';
import { StatusBadge, formatDate, formatSize } from '@carrel/shared/ui/workbench';
import { File, Folder } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { lookOfStatus } from './document-status.ts';
import { ONTO_FIRST_ITEM } from './use-folder-navigation.ts';

/** Characters of a document's id that are shown. */
const SHORT_ID = 8;

interface ItemProps {
  item: NavigationItem;
}

export function ItemIcon({ item }: ItemProps) {
  return item.item_type === 'folder' ? (
    <>
      <Folder size={16} aria-hidden />
      <VisuallyHidden>Folder</VisuallyHidden>
    </>
  ) : (
    <>
      <File size={16} aria-hidden />
      <VisuallyHidden>Document</VisuallyHidden>
    </>
  );
}

/** A folder's name is a link as well, so that it opens in a new tab as links do. */
export function ItemName({ datasetId, item }: ItemProps & { datasetId: string }) {
  return (
    <Box truncate title={item.name} fontWeight="medium">
      {item.item_type === 'folder' ? (
        <Link asChild variant="quiet">
          <RouterLink
            to={consolePaths.datasetDocuments(datasetId, item.path)}
            state={ONTO_FIRST_ITEM}
            tabIndex={-1}
          >
            {item.name}
          </RouterLink>
        </Link>
      ) : (
        item.name
      )}
    </Box>
  );
}

export function ItemStatus({ item: { status, error } }: ItemProps) {
  if (status === null || status === undefined) return null;
  const { icon: Icon, ...look } = lookOfStatus(status);
  return <StatusBadge {...look} icon={<Icon />} reason={error ?? undefined} />;
}

export function ItemSize({ item }: ItemProps) {
  if (item.item_type === 'folder') return null;
  return <span>{formatSize(item.size, { decimals: 1 })}</span>;
}

export function ItemId({ item: { document_id } }: ItemProps) {
  if (document_id === null || document_id === undefined) return null;
  return (
    <Text as="span" fontFamily="mono" fontSize="xs" title={document_id}>
      {document_id.slice(0, SHORT_ID)}
    </Text>
  );
}

export function ItemDate({ item: { created_at } }: ItemProps) {
  return (
    <time dateTime={created_at} title={created_at}>
      {formatDate(created_at)}
    </time>
  );
}
