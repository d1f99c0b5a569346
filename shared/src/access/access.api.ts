import { client, isApiError } from '@carrel/shared/api';
import { accessSettingsSchema, groupListSchema, memberListSchema } from '@carrel/shared/contract';
import type { Access, SetAccessInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { AccessObject } from './access-object.ts';

const PATHS = { dataset: apiPaths.datasetAccess, workspace: apiPaths.workspaceAccess };

/** Returns who may see a dataset or workspace; null from a server where everybody in the organization may. */
export async function findAccess(
  organizationId: string,
  { kind, id }: AccessObject,
): Promise<Access | null> {
  try {
    return await client.get(PATHS[kind](id), { organizationId }).json(accessSettingsSchema);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

export const setAccess = (
  organizationId: string,
  { kind, id }: AccessObject,
  input: SetAccessInput,
) => client.put(PATHS[kind](id), { organizationId, json: input }).done();

export const takeAccess = (organizationId: string, { kind, id }: AccessObject) =>
  client.post(`${PATHS[kind](id)}/take`, { organizationId }).done();

export const listGroups = (organizationId: string) =>
  client.get(apiPaths.groups(organizationId)).json(groupListSchema);

export const listMembers = (organizationId: string) =>
  client.get(apiPaths.members(organizationId)).json(memberListSchema);
