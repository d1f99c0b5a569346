import { client } from '@carrel/shared/api';
import { memberListSchema } from '@carrel/shared/contract';
import type { ChangeRoleInput, InviteMemberInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listMembers = (organizationId: string) =>
  client.get(apiPaths.members(organizationId)).json(memberListSchema);

export const inviteMember = (organizationId: string, input: InviteMemberInput) =>
  client.post(apiPaths.members(organizationId), { json: input }).done();

export const changeRole = (organizationId: string, accountId: string, input: ChangeRoleInput) =>
  client.patch(apiPaths.member(organizationId, accountId), { json: input }).done();

export const removeMember = (organizationId: string, accountId: string) =>
  client.delete(apiPaths.member(organizationId, accountId)).done();
