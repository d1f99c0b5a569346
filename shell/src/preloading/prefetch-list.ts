import { listDatasetsQuery, listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import type { QueryClient } from '@tanstack/react-query';

/** How long prefetched data counts as fresh, in milliseconds. */
const STALE_MS = 10_000;

/** Prefetches the data of the list at a path, where the shell knows it, into the query cache. */
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
