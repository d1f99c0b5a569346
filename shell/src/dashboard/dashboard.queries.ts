import {
  client,
  isApiError,
  listDatasetsQuery,
  listWorkspacesQuery,
  queryKeys,
} from '@carrel/shared/api';
import { memberListSchema, summarySchema } from '@carrel/shared/contract';
import type { Summary } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { useQuery } from '@tanstack/react-query';

import { sumDocuments } from './sum-documents.ts';

const listMembers = (organizationId: string) =>
  client.get(apiPaths.members(organizationId)).json(memberListSchema);

/** The organization summed up; null where the server does not do that. */
async function findSummary(organizationId: string): Promise<Summary | null> {
  try {
    return await client.get(apiPaths.summary(), { organizationId }).json(summarySchema);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/**
 * Everything that the dashboard shows of an organization, each part on its own; nothing without one.
 * A server that does not sum up is asked for the members, and for the documents dataset by dataset.
 */
export function useDashboard(selected: string | null) {
  const organizationId = selected ?? '';
  const enabled = selected !== null;
  const summary = useQuery({
    queryKey: queryKeys.summary(organizationId),
    queryFn: () => findSummary(organizationId),
    enabled,
  });
  const workspaces = useQuery({ ...listWorkspacesQuery(organizationId), enabled });
  const datasets = useQuery({ ...listDatasetsQuery(organizationId), enabled });
  const isAlone = summary.data === null;
  const members = useQuery({
    queryKey: queryKeys.members(organizationId),
    queryFn: () => listMembers(organizationId),
    enabled: isAlone,
  });
  const datasetIds = datasets.data?.datasets.map(({ id }) => id);
  const documents = useQuery({
    queryKey: queryKeys.documentCounts(organizationId, datasetIds ?? []),
    queryFn: () => sumDocuments(organizationId, datasetIds ?? []),
    enabled: isAlone && datasetIds !== undefined,
  });
  return { summary, workspaces, datasets, members, documents };
}
