import { listDatasetsQuery, listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import type { QueryClient } from '@tanstack/react-query';

/** Milliseconds for which a list in the cache is not fetched again. */
const STALE_MS = 10_000;

/** Fetches the list that the screen at a path shows, where it is one that the shell knows, into the cache. */
export function prefetchList(
  queryClient: QueryClient,
  organizationId: string,
  pathname: string,
): void {
  if (pathname === consolePaths.workspaces()) {
    const query = listWorkspacesQuery(organizationId);
    void queryClient.prefetchQuery({ ...query, staleTime: STALE_MS });
  }
  if (pathname === consolePaths.datasets()) {
    const query = listDatasetsQuery(organizationId);
    void queryClient.prefetchQuery({ ...query, staleTime: STALE_MS });
  }
}
