import { client } from '@carrel/shared/api';
import { attachedDatasetsSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listAttachedDatasets = (organizationId: string, workspaceId: string) =>
  client
    .get(apiPaths.workspaceDatasets(workspaceId), { organizationId })
    .json(attachedDatasetsSchema);

export const attachDataset = (organizationId: string, workspaceId: string, datasetId: string) =>
  client.put(apiPaths.workspaceDataset(workspaceId, datasetId), { organizationId }).done();

export const detachDataset = (organizationId: string, workspaceId: string, datasetId: string) =>
  client.delete(apiPaths.workspaceDataset(workspaceId, datasetId), { organizationId }).done();
