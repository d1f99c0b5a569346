import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listGroups, readGroup } from './groups.api.ts';

/** The groups of an organization. */
export const groupsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.groups(organizationId),
    queryFn: () => listGroups(organizationId),
  });

/**
 * A group with its people and datasets. It is read each time it is opened, since a save replaces all
 * of its people. It is not read again while it is open: the list would change while somebody chooses.
 */
export const groupQuery = (organizationId: string, groupId: string) =>
  queryOptions({
    queryKey: [...queryKeys.groups(organizationId), groupId],
    queryFn: () => readGroup(organizationId, groupId),
    staleTime: Infinity,
    gcTime: 0,
  });
