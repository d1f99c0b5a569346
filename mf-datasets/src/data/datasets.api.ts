import { client } from '@carrel/shared/api';
import { createdSchema } from '@carrel/shared/contract';
import type { CreateDatasetInput, UpdateDatasetInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/* The list of datasets is read by several packages: `listDatasets` of @carrel/shared/api. */

export const createDataset = (organizationId: string, input: CreateDatasetInput) =>
  client.post(apiPaths.datasets(), { organizationId, json: input }).json(createdSchema);

export const updateDataset = (
  organizationId: string,
  datasetId: string,
  input: UpdateDatasetInput,
) => client.patch(apiPaths.dataset(datasetId), { organizationId, json: input }).done();

export const deleteDataset = (organizationId: string, datasetId: string) =>
  client.delete(apiPaths.dataset(datasetId), { organizationId }).done();
