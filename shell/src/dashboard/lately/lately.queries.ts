import { client, isApiError, queryKeys, useFirstRead } from '@carrel/shared/api';
import { overviewSchema } from '@carrel/shared/contract/organization';
import type { Overview } from '@carrel/shared/contract/organization';
import { apiPaths } from '@carrel/shared/paths';
import { useQuery } from '@tanstack/react-query';

/** While documents are being processed. */
const REFRESH_MS = 30_000;

/** Returns what happened lately in an organization; null from a server without that call. */
async function findOverview(organizationId: string): Promise<Overview | null> {
  try {
    return await client.get(apiPaths.overview(organizationId)).json(overviewSchema);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/** Queries what happened lately in an organization. */
export function useOverview(organizationId: string) {
  const read = {
    queryKey: queryKeys.overview(organizationId),
    queryFn: () => findOverview(organizationId),
  };
  useFirstRead(read);
  return useQuery({
    ...read,
    refetchInterval: ({ state: { data } }) =>
      (data?.working.length ?? 0) > 0 ? REFRESH_MS : false,
  });
}
