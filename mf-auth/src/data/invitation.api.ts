import { client } from '@carrel/shared/api/guest';
import type { AcceptInvitationInput } from '@carrel/shared/contract/guest';
import { guestApiPaths } from '@carrel/shared/paths/guest';

export const acceptInvitation = (input: AcceptInvitationInput) =>
  client.post(guestApiPaths.acceptInvitation(), { json: input, skipRefresh: true }).done();
