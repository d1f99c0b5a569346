import type { NavigationItem } from '@carrel/shared/contract';

/** What a choice calls an item of a folder: a document by its id. Undefined for one that has none. */
export function itemKey({ item_type, path, document_id }: NavigationItem): string | undefined {
  return item_type === 'folder' ? `folder:${path}` : (document_id ?? undefined);
}
