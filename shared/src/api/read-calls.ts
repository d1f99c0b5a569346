import {
  currentUserSchema,
  datasetListSchema,
  documentListSchema,
  organizationListSchema,
  workspaceListSchema,
} from '../contract/public.ts';
import { apiPaths, COUNTS_PAGE } from '../paths/public.ts';
import { client } from './client/client.ts';
import { queryKeys } from './query-keys.ts';

/* Reads that two packages or more need. All other calls are in the remotes, in `<noun>.api.ts`. */

export const getCurrentUser = () => client.get(apiPaths.currentUser()).json(currentUserSchema);

export const listOrganizations = () =>
  client.get(apiPaths.organizations()).json(organizationListSchema);

export const listWorkspaces = (organizationId: string) =>
  client.get(apiPaths.workspaces(), { organizationId }).json(workspaceListSchema);

export const listDatasets = (organizationId: string) =>
  client.get(apiPaths.datasets(), { organizationId }).json(datasetListSchema);

/** Returns the first document of a dataset, with how many documents have each status. */
export const countDocuments = (organizationId: string, datasetId: string) =>
  client
    .get(apiPaths.documents(datasetId, COUNTS_PAGE), { organizationId })
    .json(documentListSchema);

/** An organization's workspaces as a query: screens and the shell's preloading share its cache. */
export const listWorkspacesQuery = (organizationId: string) => ({
  queryKey: queryKeys.workspaces(organizationId),
  queryFn: () => listWorkspaces(organizationId),
});

/** An organization's datasets as a query: screens and the shell's preloading share its cache. */
export const listDatasetsQuery = (organizationId: string) => ({
  queryKey: queryKeys.datasets(organizationId),
  queryFn: () => listDatasets(organizationId),
});
