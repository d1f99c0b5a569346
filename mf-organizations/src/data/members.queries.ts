import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listMembers } from './members.api.ts';

/** The members of an organization. */
export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.members(organizationId),
    queryFn: () => listMembers(organizationId),
  });
