import { client, queryKeys } from '@carrel/shared/api';
import { usageSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { queryOptions } from '@tanstack/react-query';

/** How much of its quotas an organization uses. Servers without quotas return 404. */
export const usageQuery = (organizationId: string) =>
  queryOptions({
    // Below the members' key, so that a change of the members reloads it too.
    queryKey: [...queryKeys.members(organizationId), 'usage'],
    queryFn: () => client.get(apiPaths.usage(organizationId)).json(usageSchema),
    retry: false,
    // The settings wait for it before they show it: the panel does not read it again.
    staleTime: 10_000,
  });
