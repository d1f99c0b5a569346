import { client } from '@carrel/shared/api';
import type { AcceptInvitationInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const acceptInvitation = (input: AcceptInvitationInput) =>
  client.post(apiPaths.acceptInvitation(), { json: input, skipRefresh: true }).done();
