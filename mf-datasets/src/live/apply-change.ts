import { queryKeys } from '@carrel/shared/api';
import type {
  DatasetChange,
  DocumentList,
  Navigation,
  NavigationItem,
} from '@carrel/shared/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

type Folder = InfiniteData<Navigation, string | null>;
type ChangedDocuments = ReadonlyMap<string, DatasetChange['documents'][number]>;

/** Parts of a dataset, as in the query keys, that have to be loaded again. */
export type DatasetPart = 'navigation' | 'failed' | 'archives' | 'manifest';

/**
 * Updates the cached counts and rows of a dataset. Returns the parts that have to be loaded again,
 * because the change does not contain them.
 */
export function applyChange(
  queryClient: QueryClient,
  organizationId: string,
  datasetId: string,
  change: DatasetChange,
): Set<DatasetPart> {
  const stale = new Set<DatasetPart>();
  queryClient.setQueryData(
    queryKeys.documents(organizationId, datasetId, { page: 1, limit: 1 }),
    (known: DocumentList | undefined) =>
      known && {
        ...known,
        status_counts: change.counts,
        pagination: { ...known.pagination, total_count: change.counts.total },
      },
  );
  const isUnknown = !patchFolders(queryClient, organizationId, datasetId, change);
  if (change.reload || isUnknown) stale.add('navigation');
  if (change.reload || change.documents.length > 0) stale.add('failed');
  if (change.archives) stale.add('archives').add('manifest');
  return stale;
}

/** Updates the rows of cached folders. Returns whether it found all changed documents. */
function patchFolders(
  queryClient: QueryClient,
  organizationId: string,
  datasetId: string,
  { documents }: DatasetChange,
): boolean {
  const changed: ChangedDocuments = new Map(documents.map((document) => [document.id, document]));
  const seen = new Set<string>();
  queryClient.setQueriesData<Folder>(
    { queryKey: [...queryKeys.datasets(organizationId), datasetId, 'navigation'] },
    (folder) => {
      if (folder === undefined) return undefined;
      const pages = folder.pages.map((page) => patchPage(page, changed, seen));
      // An unchanged page stays the same object: its rows are not rendered again.
      return pages.every((page, place) => page === folder.pages[place])
        ? folder
        : { ...folder, pages };
    },
  );
  return documents.every(({ id }) => seen.has(id));
}

function patchPage(page: Navigation, changed: ChangedDocuments, seen: Set<string>): Navigation {
  let isChanged = false;
  const items = page.items.map((item): NavigationItem => {
    const change = changed.get(item.document_id ?? '');
    if (change === undefined) return item;
    seen.add(change.id);
    isChanged = true;
    const { status, error, attempts } = change;
    return { ...item, status, error, attempts };
  });
  return isChanged ? { ...page, items } : page;
}
