import { client } from '@carrel/shared/api/guest';
import type { AcceptInvitationInput } from '@carrel/shared/contract/guest';
import { apiPaths } from '@carrel/shared/paths';

export const acceptInvitation = (input: AcceptInvitationInput) =>
  client.post(apiPaths.acceptInvitation(), { json: input, skipRefresh: true }).done();
