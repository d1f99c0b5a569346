import {
  currentUserSchema,
  datasetListSchema,
  documentListSchema,
  organizationListSchema,
  workspaceListSchema,
} from '../contract/public.ts';
import { apiPaths } from '../paths/public.ts';
import { client } from './client/client.ts';

/** The reads that two packages or more need; a remote keeps its own calls beside its screens. */

export const getCurrentUser = () => client.get(apiPaths.currentUser()).json(currentUserSchema);

export const listOrganizations = () =>
  client.get(apiPaths.organizations()).json(organizationListSchema);

export const listWorkspaces = (organizationId: string) =>
  client.get(apiPaths.workspaces(), { organizationId }).json(workspaceListSchema);

export const listDatasets = (organizationId: string) =>
  client.get(apiPaths.datasets(), { organizationId }).json(datasetListSchema);

/** How many documents of a dataset stand at which stage; the page that carries it is the shortest. */
export const countDocuments = (organizationId: string, datasetId: string) =>
  client
    .get(apiPaths.documents(datasetId, { page: 1, limit: 1 }), { organizationId })
    .json(documentListSchema);
