import { client } from '@carrel/shared/api';
import { editedMetadataSchema, metadataKeysSchema } from '@carrel/shared/contract';
import type { EditMetadataInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Keys that documents of a dataset have, with values of each. */
export const listMetadataKeys = (organizationId: string, datasetId: string) =>
  client.get(apiPaths.documentsMetadata(datasetId), { organizationId }).json(metadataKeysSchema);

/** Sets, removes and resets keys of documents. */
export const editMetadata = (organizationId: string, datasetId: string, input: EditMetadataInput) =>
  client
    .patch(apiPaths.documentsMetadata(datasetId), { organizationId, json: input })
    .json(editedMetadataSchema);
