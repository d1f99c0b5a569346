import { client } from '@carrel/shared/api';
import { invitationListSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listInvitations = (organizationId: string) =>
  client.get(apiPaths.invitations(organizationId)).json(invitationListSchema);

export const resendInvitation = (organizationId: string, invitationId: string) =>
  client.post(apiPaths.resendInvitation(organizationId, invitationId)).done();

export const revokeInvitation = (organizationId: string, invitationId: string) =>
  client.delete(apiPaths.invitation(organizationId, invitationId)).done();
