import { RETRY_DOCUMENTS_MAX } from '@carrel/shared/contract';
import type { DocumentSelection } from '@carrel/shared/contract';
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
}

/** Returns these documents as what an action is about. */
export function documentsChosen(ids: readonly string[], name?: string): ChosenDocuments {
  const selections: DocumentSelection[] = [];
  for (let at = 0; at < ids.length; at += RETRY_DOCUMENTS_MAX) {
    selections.push({ document_ids: ids.slice(at, at + RETRY_DOCUMENTS_MAX) });
  }
  return { selections, count: ids.length, name: ids.length === 1 ? name : undefined };
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
