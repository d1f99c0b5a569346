import { listDatasets, listWorkspaces, queryKeys } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import type { QueryClient } from '@tanstack/react-query';

/** Milliseconds for which what was fetched ahead is as good as new. */
const STALE_MS = 10_000;

/** Fetches what the list at a path shows, where the shell knows it; the screen finds it in the cache. */
export function prefetchList(
  queryClient: QueryClient,
  organizationId: string,
  pathname: string,
): void {
  if (pathname === consolePaths.workspaces()) {
    void queryClient.prefetchQuery({
      queryKey: queryKeys.workspaces(organizationId),
      queryFn: () => listWorkspaces(organizationId),
      staleTime: STALE_MS,
    });
  }
  if (pathname === consolePaths.datasets()) {
    void queryClient.prefetchQuery({
      queryKey: queryKeys.datasets(organizationId),
      queryFn: () => listDatasets(organizationId),
      staleTime: STALE_MS,
    });
  }
}
