import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { findDatasetAccess, listGroups, listMembers } from './dataset-access.api.ts';

/** Who may see a dataset. */
export const datasetAccessQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: [...queryKeys.datasets(organizationId), datasetId, 'access'],
    queryFn: () => findDatasetAccess(organizationId, datasetId),
  });

/** The groups of the organization. */
export const groupsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.groups(organizationId),
    queryFn: () => listGroups(organizationId),
  });

/** The members of the organization. */
export const membersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.members(organizationId),
    queryFn: () => listMembers(organizationId),
  });
