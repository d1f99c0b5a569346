import { client, queryKeys } from '@carrel/shared/api';
import { searchLogSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { queryOptions } from '@tanstack/react-query';

/** What people asked of a workspace in the last days. */
export const searchLogQuery = (organizationId: string, workspaceId: string) =>
  queryOptions({
    queryKey: queryKeys.workspaceSearches(organizationId, workspaceId),
    queryFn: () =>
      client.get(apiPaths.workspaceSearches(workspaceId), { organizationId }).json(searchLogSchema),
  });
