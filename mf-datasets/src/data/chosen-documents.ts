import { RETRY_DOCUMENTS_MAX, SELECTED_FOLDERS_MAX } from '@carrel/shared/contract';
import type { DocumentSelection, NavigationItem } from '@carrel/shared/contract';
import { countText } from '@carrel/shared/search';

/** What an action is about. */
export interface ChosenDocuments {
  /** As many requests as the server's limit requires. */
  selections: readonly DocumentSelection[];
  /** Undefined while it is not known. */
  count: number | undefined;
  /** There are more than `count`. */
  isMore?: boolean;
  /** The name of the only one. */
  name?: string | undefined;
  /** The path of the only one, a document or a folder. */
  path?: string | undefined;
  /** The folder from which they were chosen; empty for the dataset itself. */
  folder?: string;
}

/** Returns these documents as what an action is about. */
export function documentsChosen(ids: readonly string[], name?: string): ChosenDocuments {
  const selections = inGroups(ids, RETRY_DOCUMENTS_MAX).map((group) => ({ document_ids: group }));
  return { selections, count: ids.length, name: ids.length === 1 ? name : undefined };
}

/** Returns these documents and folders as what an action is about. */
export function itemsChosen(items: readonly NavigationItem[]): ChosenDocuments {
  const folders = items.filter(({ item_type }) => item_type === 'folder');
  const ids = items.flatMap(({ item_type, document_id }) =>
    item_type === 'folder' ? [] : (document_id ?? []),
  );
  const { selections } = documentsChosen(ids);
  const paths = folders.map(({ path }) => path);
  const counts = folders.map(({ document_count }) => document_count ?? undefined);
  return {
    selections: [
      ...selections,
      ...inGroups(paths, SELECTED_FOLDERS_MAX).map((group) => ({ folders: group })),
    ],
    count: counts.reduce<number | undefined>(
      (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
      ids.length,
    ),
    name: items.length === 1 ? items[0]?.name : undefined,
    path: items.length === 1 ? items[0]?.path : undefined,
  };
}

function inGroups<T>(values: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < values.length; at += most) groups.push(values.slice(at, at + most));
  return groups;
}

/** Returns everything of a folder as what an action is about; the root is the empty path. */
export function folderChosen(
  path: string,
  total: { total: number; isMore: boolean } | undefined,
): ChosenDocuments {
  return {
    selections: [path === '' ? { all: true } : { folder: path }],
    count: total?.total,
    isMore: total?.isMore ?? false,
  };
}

/** Returns a number of documents in words, such as "1 document" or "More than 10,000 documents". */
export function documentCount(count: number | undefined, isMore = false): string {
  if (count === undefined) return 'All documents of this folder';
  const counted = count === 1 ? '1 document' : `${countText(count)} documents`;
  return isMore ? `More than ${counted}` : counted;
}
