import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Milliseconds between two loads of a part that a change cannot update. */
const RELOAD_MS = 700;

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
