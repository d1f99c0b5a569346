import { client, isApiError } from '@carrel/shared/api';
import {
  accessSettingsSchema,
  groupListSchema,
  knownObjectSchema,
  memberListSchema,
} from '@carrel/shared/contract';
import type {
  Access,
  GrantAccessInput,
  KnownObject,
  RequestAccessInput,
  SetAccessInput,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { AccessObject } from './access-object.ts';

const PATHS = { dataset: apiPaths.datasetAccess, workspace: apiPaths.workspaceAccess };
const KINDS = { dataset: 'datasets', workspace: 'workspaces' } as const;

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

/** Returns what one sees of a dataset or workspace that is out of reach; null where that is nothing. */
export async function findKnown(
  organizationId: string,
  { kind, id }: AccessObject,
): Promise<KnownObject | null> {
  try {
    const path = apiPaths.accessRequest(KINDS[kind], id);
    return await client.get(path, { organizationId }).json(knownObjectSchema);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

export const requestAccess = (
  organizationId: string,
  { kind, id }: AccessObject,
  input: RequestAccessInput,
) => client.post(apiPaths.accessRequest(KINDS[kind], id), { organizationId, json: input }).done();

export const grantAccess = (
  organizationId: string,
  { kind, id }: AccessObject,
  accountId: string,
  input: GrantAccessInput,
) =>
  client
    .post(apiPaths.grantAccess(KINDS[kind], id, accountId), { organizationId, json: input })
    .done();

export const refuseAccess = (
  organizationId: string,
  { kind, id }: AccessObject,
  accountId: string,
) =>
  client.delete(apiPaths.openAccessRequest(KINDS[kind], id, accountId), { organizationId }).done();

export const listGroups = (organizationId: string) =>
  client.get(apiPaths.groups(organizationId)).json(groupListSchema);

export const listMembers = (organizationId: string) =>
  client.get(apiPaths.members(organizationId)).json(memberListSchema);
