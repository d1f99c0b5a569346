import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listInvitations } from './invitations.api.ts';
import { readInvitation } from './join.api.ts';

/** The pending invitations of an organization. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.invitations(organizationId),
    queryFn: () => listInvitations(organizationId),
  });

/** To what the link of an invitation invites. It is read once: an accepted link is not valid any more. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.invitation(token),
    queryFn: () => readInvitation(token),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
  });
