import { client, isApiError, queryKeys } from '@carrel/shared/api';
import { overviewSchema } from '@carrel/shared/contract';
import type { Overview } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { useQuery } from '@tanstack/react-query';

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
export const useOverview = (organizationId: string) =>
  useQuery({
    queryKey: queryKeys.overview(organizationId),
    queryFn: () => findOverview(organizationId),
  });
