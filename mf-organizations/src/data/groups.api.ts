import { client } from '@carrel/shared/api';
import { groupDetailSchema, groupListSchema } from '@carrel/shared/contract';
import type { CreateGroupInput, UpdateGroupInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listGroups = (organizationId: string) =>
  client.get(apiPaths.groups(organizationId)).json(groupListSchema);

export const readGroup = (organizationId: string, groupId: string) =>
  client.get(apiPaths.group(organizationId, groupId)).json(groupDetailSchema);

export const createGroup = (organizationId: string, input: CreateGroupInput) =>
  client.post(apiPaths.groups(organizationId), { json: input }).done();

export const updateGroup = (organizationId: string, groupId: string, input: UpdateGroupInput) =>
  client.patch(apiPaths.group(organizationId, groupId), { json: input }).done();

export const deleteGroup = (organizationId: string, groupId: string) =>
  client.delete(apiPaths.group(organizationId, groupId)).done();
