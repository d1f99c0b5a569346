import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listInvitations } from './invitations.api.ts';

/** Who was invited to an organization and has not answered. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.invitations(organizationId),
    queryFn: () => listInvitations(organizationId),
  });
