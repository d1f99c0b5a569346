import {
  datasetListSchema,
  documentListSchema,
  organizationListSchema,
  workspaceListSchema,
} from '../contract/public.ts';
import { apiPaths, COUNTS_PAGE } from '../paths/public.ts';
import { client } from './client/client.ts';

const inOrganization = (organizationId: string, ...rest: readonly unknown[]) =>
  ['organization', organizationId, ...rest] as const;

/**
 * The keys of all queries. Those of an organization start with `organization(id)`, so that they can be
 * deleted when another one is selected.
 */
export const queryKeys = {
  currentUser: () => ['current-user'] as const,
  emails: () => ['emails'] as const,
  factors: () => ['factors'] as const,
  sessions: () => ['sessions'] as const,
  passkeys: () => ['passkeys'] as const,
  grants: () => ['grants'] as const,
  secondStep: () => ['second-step'] as const,
  organizations: () => ['organizations'] as const,
  organization: (organizationId: string) => inOrganization(organizationId),
  members: (organizationId: string) => inOrganization(organizationId, 'members'),
  groups: (organizationId: string) => inOrganization(organizationId, 'groups'),
  invitations: (organizationId: string) => inOrganization(organizationId, 'invitations'),
  apiKeys: (organizationId: string) => inOrganization(organizationId, 'api-keys'),
  signInPolicy: (organizationId: string) => inOrganization(organizationId, 'sign-in-policy'),
  provisioning: (organizationId: string) => inOrganization(organizationId, 'provisioning'),
  models: (organizationId: string) => inOrganization(organizationId, 'models'),
  webhooks: (organizationId: string) => inOrganization(organizationId, 'webhooks'),
  domains: (organizationId: string) => inOrganization(organizationId, 'domains'),
  identityProvider: (organizationId: string) => inOrganization(organizationId, 'identity-provider'),
  webhookDeliveries: (organizationId: string, webhookId: string) =>
    inOrganization(organizationId, 'webhook-deliveries', webhookId),
  audit: (organizationId: string, query: unknown) => inOrganization(organizationId, 'audit', query),
  summary: (organizationId: string) => inOrganization(organizationId, 'summary'),
  overview: (organizationId: string) => inOrganization(organizationId, 'overview'),
  workspaces: (organizationId: string) => inOrganization(organizationId, 'workspaces'),
  workspaceDatasets: (organizationId: string, workspaceId: string) =>
    inOrganization(organizationId, 'workspaces', workspaceId, 'datasets'),
  workspaceSearches: (organizationId: string, workspaceId: string) =>
    inOrganization(organizationId, 'workspaces', workspaceId, 'searches'),
  askAvailability: (organizationId: string) => inOrganization(organizationId, 'ask'),
  datasets: (organizationId: string) => inOrganization(organizationId, 'datasets'),
  documents: (organizationId: string, datasetId: string, query: unknown) =>
    inOrganization(organizationId, 'datasets', datasetId, 'documents', query),
  settingsDrift: (organizationId: string, datasetId: string) =>
    inOrganization(organizationId, 'datasets', datasetId, 'settings-drift'),
  /** Below it are the questions, the runs, and what runs found. */
  testSet: (organizationId: string, workspaceId: string, ...rest: readonly unknown[]) =>
    inOrganization(organizationId, 'workspaces', workspaceId, 'test-set', ...rest),
  documentCounts: (organizationId: string, datasetIds: readonly string[]) =>
    inOrganization(organizationId, 'document-counts', datasetIds),
  navigation: (
    organizationId: string,
    datasetId: string,
    path: string,
    ...order: readonly unknown[]
  ) => inOrganization(organizationId, 'datasets', datasetId, 'navigation', path, ...order),
  search: (
    organizationId: string,
    scope: { kind: 'workspace' | 'dataset' | 'organization'; id: string },
    request: unknown,
  ) => inOrganization(organizationId, 'search', scope.kind, scope.id, request),
  archives: (organizationId: string, datasetId: string) =>
    inOrganization(organizationId, 'datasets', datasetId, 'archives'),
  /** Unfinished uploads: all of them, or those into one dataset. */
  uploads: (organizationId: string, datasetId?: string) =>
    inOrganization(organizationId, 'uploads', ...(datasetId === undefined ? [] : [datasetId])),
} as const;

/* Reads that two packages or more need. All other calls are in the remotes, in `<noun>.api.ts`. */

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
