import { useQueryClient } from '@tanstack/react-query';
import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  Query,
  QueryCache,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query';

/** How long what was read ahead is shown without being read again, in milliseconds. */
const FRESH_MS = 5000;

/** What was read ahead, and no component has shown yet. */
const unseen = new WeakSet<object>();

/**
 * Requests what a screen reads first while the screen is rendered, not after: one that is rendered before its
 * visit, without effects, has its data. Stands before the `useQuery` of the same options.
 */
export function useFirstRead<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key> & { enabled?: unknown },
): void {
  const client = useQueryClient();
  if (options.enabled === false || !isUnread(client, options.queryKey)) return;
  void client.prefetchQuery(options);
  markUnseen(client, options.queryKey);
}

/** The same for the first page of a `useInfiniteQuery`. */
export function useFirstPage<Page, Key extends QueryKey, Place>(
  options: FetchInfiniteQueryOptions<Page, Error, Page, Key, Place>,
): void {
  const client = useQueryClient();
  if (!isUnread(client, options.queryKey)) return;
  void client.prefetchInfiniteQuery(options);
  markUnseen(client, options.queryKey);
}

function isUnread(client: QueryClient, key: QueryKey): boolean {
  const state = client.getQueryState(key);
  return state === undefined || (state.status === 'pending' && state.fetchStatus === 'idle');
}

function markUnseen(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query !== undefined) unseen.add(query);
}

/** For `refetchOnMount`: a component reads again what it shows, unless that was just read for it. */
export const isReadOnMount = (query: Pick<Query, 'state'>): boolean =>
  !unseen.has(query) || Date.now() - query.state.dataUpdatedAt > FRESH_MS;

/** Follows what components have shown. Returns a function that stops it. */
export const followUnseen = (cache: QueryCache): (() => void) =>
  cache.subscribe(({ type, query }) => {
    // All components that are mounted together show it for the first time.
    if (type === 'observerAdded') queueMicrotask(() => unseen.delete(query));
  });
