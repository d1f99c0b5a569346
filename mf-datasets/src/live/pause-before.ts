import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Milliseconds between two readings of what changes cannot be put into. */
const READ_AGAIN_MS = 700;

/**
 * Milliseconds to wait before what is shown of a dataset is read again. All of its pages are, so that
 * a long folder is read less often: a page in that time, whatever its length.
 */
export function pauseBefore(queryClient: QueryClient, queryKey: QueryKey): number {
  const lengths = queryClient
    .getQueriesData({ queryKey, type: 'active' })
    .map(([, data]) => pagesOf(data));
  return READ_AGAIN_MS * Math.max(1, ...lengths);
}

function pagesOf(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return 1;
  return Array.isArray(data.pages) ? data.pages.length : 1;
}
