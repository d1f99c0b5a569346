import { queryKeys } from '@carrel/shared/api';
import type {
  DatasetChange,
  DocumentList,
  Navigation,
  NavigationItem,
} from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';

import { archivesQuery, isInProgress } from '../archives.queries.ts';
import { anyInProgress, countsQuery } from '../documents.queries.ts';
import type { FolderPlace, PollingState } from '../documents.queries.ts';
import { failedKey } from '../failed.queries.ts';
import { foundKey } from '../find/find.queries.ts';
import { lastArrival, uploadsAtom } from '../upload.atoms.ts';
import { followDataset } from './follow-dataset.ts';

/** Returns the counts of a dataset's documents, and whether its folders are polled. */
export function useDatasetProgress(organizationId: string, datasetId: string) {
  const queryClient = useQueryClient();
  const arrivedAt = lastArrival(useAtomValue(uploadsAtom), datasetId);
  const live = useLiveDataset(datasetId);
  // The documents of an archive may not exist yet.
  const archives = useQuery(archivesQuery(organizationId, datasetId, live));
  const reading = archives.data?.some(isInProgress) ?? false;
  const counts = useQuery(
    countsQuery(organizationId, datasetId, { live, inProgress: reading, arrivedAt }),
  );
  const inProgress = reading || (counts.data !== undefined && anyInProgress(counts.data));

  const wasInProgress = useRef(inProgress);
  // Work may end between two polls: a last request shows the result.
  useEffect(() => {
    const ended = wasInProgress.current && !inProgress;
    wasInProgress.current = inProgress;
    if (!ended) return;
    for (const part of ['documents', 'navigation']) {
      const queryKey = [...queryKeys.datasets(organizationId), datasetId, part];
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [inProgress, organizationId, datasetId, queryClient]);

  const polling: PollingState = { live, inProgress, arrivedAt };
  return { counts, polling, inProgress };
}

type Folder = InfiniteData<Navigation, FolderPlace | null>;
type ChangedDocuments = ReadonlyMap<string, DatasetChange['documents'][number]>;

/** Parts of a dataset, as in the query keys, that have to be loaded again. */
type DatasetPart =
  | 'navigation'
  | 'failed'
  | 'found'
  | 'archives'
  | 'manifest'
  | 'progress'
  | 'document';

const ALL_PARTS: readonly DatasetPart[] = ['navigation', 'failed', 'found', 'archives', 'document'];

/** Milliseconds between two loads of a part that a change cannot update. */
const RELOAD_MS = 700;

/**
 * Updates a dataset's cached data with its changes on the server while its screen is visible. Returns
 * whether it does: if not, screens poll.
 */
export function useLiveDataset(datasetId: string): boolean {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const [live, setLive] = useState(false);

  useEffect(() => {
    let stop = new AbortController();
    const timers = new Map<DatasetPart, ReturnType<typeof setTimeout>>();
    /** Parts that need no load if they were read at this version. */
    const unlessAt = new Map<DatasetPart, number>();
    const keyOf = (part: DatasetPart): QueryKey => {
      if (part === 'failed') return failedKey(organizationId, datasetId);
      if (part === 'found') return foundKey(organizationId, datasetId);
      return [...queryKeys.datasets(organizationId), datasetId, part];
    };

    const reload = (part: DatasetPart) => {
      const version = unlessAt.get(part);
      timers.delete(part);
      unlessAt.delete(part);
      const queryKey = keyOf(part);
      if (version !== undefined && isAtVersion(queryClient, queryKey, version)) return;
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    const reloadSoon = (parts: Iterable<DatasetPart>, version?: number) => {
      for (const part of parts) {
        if (version === undefined) unlessAt.delete(part);
        if (timers.has(part)) continue;
        if (version !== undefined) unlessAt.set(part, version);
        const pause = pauseBefore(queryClient, keyOf(part));
        timers.set(
          part,
          setTimeout(() => reload(part), pause),
        );
      }
    };
    const follow = () => {
      let isFirst = true;
      const onChange = (change: DatasetChange, id: string | undefined) => {
        reloadSoon(applyChange(queryClient, organizationId, datasetId, change));
        // Changes between the screen's first load and the start of the stream.
        if (isFirst) reloadSoon(ALL_PARTS, Number(id));
        isFirst = false;
      };
      const { signal } = stop;
      void followDataset({ organizationId, datasetId, signal, onLive: setLive, onChange }).then(
        // A stream that worked is refused when its dataset was deleted.
        () => {
          if (isFirst || signal.aborted) return;
          const queryKey = queryKeys.datasets(organizationId);
          void queryClient.invalidateQueries({ queryKey, exact: true });
        },
      );
    };
    // A hidden page needs no stream, which takes one of the browser's few connections.
    const onVisibilityChange = () => {
      stop.abort();
      stop = new AbortController();
      if (document.hidden) setLive(false);
      else follow();
    };

    onVisibilityChange();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [organizationId, datasetId, queryClient]);

  return live;
}

/** Returns whether all shown data of a part of a dataset was read at a version of it. */
export function isAtVersion(queryClient: QueryClient, queryKey: QueryKey, version: number) {
  return queryClient
    .getQueriesData({ queryKey, type: 'active' })
    .every(([, data]) => versionsOf(data).every((known) => known === version));
}

/** Returns the version of a response, or of each of its pages; undefined for an unknown one. */
function versionsOf(data: unknown): unknown[] {
  if (typeof data !== 'object' || data === null) return [undefined];
  if ('pages' in data && Array.isArray(data.pages)) return data.pages.flatMap(versionsOf);
  return ['version' in data ? data.version : undefined];
}

/**
 * Returns the milliseconds before a part of a dataset is loaded again. All its pages are loaded, so a
 * long folder waits longer: one page per interval, whatever its length.
 */
export function pauseBefore(queryClient: QueryClient, queryKey: QueryKey): number {
  const lengths = queryClient
    .getQueriesData({ queryKey, type: 'active' })
    .map(([, data]) => pagesOf(data));
  return RELOAD_MS * Math.max(1, ...lengths);
}

function pagesOf(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return 1;
  return Array.isArray(data.pages) ? data.pages.length : 1;
}

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
  if (change.reload || change.documents.length > 0) stale.add('failed').add('found');
  if (change.archives) stale.add('archives').add('manifest').add('progress');
  if (isDocumentKnown(queryClient, organizationId, datasetId, change)) stale.add('document');
  return stale;
}

/** Returns whether a change may be of a document that was opened: its history is not in the change. */
function isDocumentKnown(
  queryClient: QueryClient,
  organizationId: string,
  datasetId: string,
  { documents, reload }: DatasetChange,
): boolean {
  const queryKey = [...queryKeys.datasets(organizationId), datasetId, 'document'];
  const known = queryClient.getQueryCache().findAll({ queryKey });
  return known.some(({ queryKey }) => reload || documents.some(({ id }) => id === queryKey.at(-1)));
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
