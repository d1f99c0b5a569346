import { client } from '@carrel/shared/api';
import { resolvedDuplicatesSchema } from '@carrel/shared/contract';
import type { ResolveDuplicatesInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Says that the documents of a group are no duplicates. */
export const dismissDuplicates = (organizationId: string, datasetId: string, groupId: string) =>
  client.put(apiPaths.duplicatesDismissal(datasetId, groupId), { organizationId }).done();

/** Lists a group again. */
export const restoreDuplicates = (organizationId: string, datasetId: string, groupId: string) =>
  client.delete(apiPaths.duplicatesDismissal(datasetId, groupId), { organizationId }).done();

/** Deletes all documents of groups but one of each, or says what would be deleted. */
export const resolveDuplicates = (
  organizationId: string,
  datasetId: string,
  input: ResolveDuplicatesInput,
) =>
  client
    .post(apiPaths.resolveDuplicates(datasetId), { organizationId, json: input })
    .json(resolvedDuplicatesSchema);
