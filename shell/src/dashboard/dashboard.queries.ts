import { client, listDatasets, listWorkspaces, queryKeys } from '@carrel/shared/api';
import { memberListSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { useQuery } from '@tanstack/react-query';

import { countDocuments } from './count-documents.ts';

const listMembers = (organizationId: string) =>
  client.get(apiPaths.members(organizationId)).json(memberListSchema);

/** Everything that the dashboard shows of an organization, each part on its own; nothing without one. */
export function useDashboard(selected: string | null) {
  const organizationId = selected ?? '';
  const enabled = selected !== null;
  const workspaces = useQuery({
    queryKey: queryKeys.workspaces(organizationId),
    queryFn: () => listWorkspaces(organizationId),
    enabled,
  });
  const datasets = useQuery({
    queryKey: queryKeys.datasets(organizationId),
    queryFn: () => listDatasets(organizationId),
    enabled,
  });
  const members = useQuery({
    queryKey: queryKeys.members(organizationId),
    queryFn: () => listMembers(organizationId),
    enabled,
  });
  const datasetIds = datasets.data?.datasets.map(({ id }) => id);
  const documents = useQuery({
    queryKey: queryKeys.documentCounts(organizationId, datasetIds ?? []),
    queryFn: () => countDocuments(organizationId, datasetIds ?? []),
    enabled: datasetIds !== undefined,
  });
  return { workspaces, datasets, members, documents };
}
