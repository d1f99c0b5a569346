const inOrganization = (organizationId: string, ...rest: readonly unknown[]) =>
  ['organization', organizationId, ...rest] as const;

/**
 * The keys of all queries. Those of an organization start with `organization(id)`, so that they can be
 * deleted when another one is selected.
 */
export const queryKeys = {
  currentUser: () => ['current-user'] as const,
  emails: () => ['emails'] as const,
  sessions: () => ['sessions'] as const,
  organizations: () => ['organizations'] as const,
  organization: (organizationId: string) => inOrganization(organizationId),
  members: (organizationId: string) => inOrganization(organizationId, 'members'),
  invitations: (organizationId: string) => inOrganization(organizationId, 'invitations'),
  audit: (organizationId: string, query: unknown) => inOrganization(organizationId, 'audit', query),
  summary: (organizationId: string) => inOrganization(organizationId, 'summary'),
  workspaces: (organizationId: string) => inOrganization(organizationId, 'workspaces'),
  workspaceDatasets: (organizationId: string, workspaceId: string) =>
    inOrganization(organizationId, 'workspaces', workspaceId, 'datasets'),
  /** Below it are the questions, the runs, and what runs found. */
  testSet: (organizationId: string, workspaceId: string, ...rest: readonly unknown[]) =>
    inOrganization(organizationId, 'workspaces', workspaceId, 'test-set', ...rest),
  datasets: (organizationId: string) => inOrganization(organizationId, 'datasets'),
  documents: (organizationId: string, datasetId: string, query: unknown) =>
    inOrganization(organizationId, 'datasets', datasetId, 'documents', query),
  documentCounts: (organizationId: string, datasetIds: readonly string[]) =>
    inOrganization(organizationId, 'document-counts', datasetIds),
  navigation: (organizationId: string, datasetId: string, path: string) =>
    inOrganization(organizationId, 'datasets', datasetId, 'navigation', path),
  archives: (organizationId: string, datasetId: string) =>
    inOrganization(organizationId, 'datasets', datasetId, 'archives'),
} as const;
