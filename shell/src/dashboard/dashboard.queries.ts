import {
  client,
  isApiError,
  listDatasetsQuery,
  listWorkspacesQuery,
  queryKeys,
  useFirstRead,
} from '@carrel/shared/api';
import { memberListSchema, summarySchema } from '@carrel/shared/contract';
import type { Summary } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { useQuery } from '@tanstack/react-query';

import { sumDocuments } from './sum-documents.ts';

const listMembers = (organizationId: string) =>
  client.get(apiPaths.members(organizationId)).json(memberListSchema);

/** Returns the organization's summary; null from a server without that call. */
async function findSummary(organizationId: string): Promise<Summary | null> {
  try {
    return await client.get(apiPaths.summary(), { organizationId }).json(summarySchema);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/**
 * Queries everything that the dashboard shows of an organization, each part separately. From a server
 * without a summary it fetches the members, and the document counts dataset by dataset.
 */
export function useDashboard(selected: string | null) {
  const organizationId = selected ?? '';
  const enabled = selected !== null;
  const reads = {
    summary: {
      queryKey: queryKeys.summary(organizationId),
      queryFn: () => findSummary(organizationId),
      enabled,
    },
    workspaces: { ...listWorkspacesQuery(organizationId), enabled },
    datasets: { ...listDatasetsQuery(organizationId), enabled },
  };
  useFirstRead(reads.summary);
  useFirstRead(reads.workspaces);
  useFirstRead(reads.datasets);
  const summary = useQuery(reads.summary);
  const workspaces = useQuery(reads.workspaces);
  const datasets = useQuery(reads.datasets);
  const hasNoSummary = summary.data === null;
  const members = useQuery({
    queryKey: queryKeys.members(organizationId),
    queryFn: () => listMembers(organizationId),
    enabled: hasNoSummary,
  });
  const datasetIds = datasets.data?.datasets.map(({ id }) => id);
  const documents = useQuery({
    queryKey: queryKeys.documentCounts(organizationId, datasetIds ?? []),
    queryFn: () => sumDocuments(organizationId, datasetIds ?? []),
    enabled: hasNoSummary && datasetIds !== undefined,
  });
  return { summary, workspaces, datasets, members, documents };
}
