import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listInvitations } from './invitations.api.ts';

/** The pending invitations of an organization. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.invitations(organizationId),
    queryFn: () => listInvitations(organizationId),
  });
