import { client } from '@carrel/shared/api';
import { invitationFactsSchema, type JoinOrganizationInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const joinOrganization = (input: JoinOrganizationInput) =>
  client.post(apiPaths.joinOrganization(), { json: input }).done();

export const readInvitation = (token: string) =>
  client
    .post(apiPaths.readInvitation(), { json: { invitation_token: token }, skipRefresh: true })
    .json(invitationFactsSchema);
