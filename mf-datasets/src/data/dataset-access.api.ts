import { client, isApiError } from '@carrel/shared/api';
import { datasetAccessSchema, groupListSchema, memberListSchema } from '@carrel/shared/contract';
import type { DatasetAccess, SetDatasetAccessInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Returns who may see a dataset; null from a server where everybody in the organization may. */
export async function findDatasetAccess(
  organizationId: string,
  datasetId: string,
): Promise<DatasetAccess | null> {
  try {
    return await client
      .get(apiPaths.datasetAccess(datasetId), { organizationId })
      .json(datasetAccessSchema);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

export const setDatasetAccess = (
  organizationId: string,
  datasetId: string,
  input: SetDatasetAccessInput,
) => client.put(apiPaths.datasetAccess(datasetId), { organizationId, json: input }).done();

export const listGroups = (organizationId: string) =>
  client.get(apiPaths.groups(organizationId)).json(groupListSchema);

export const listMembers = (organizationId: string) =>
  client.get(apiPaths.members(organizationId)).json(memberListSchema);
