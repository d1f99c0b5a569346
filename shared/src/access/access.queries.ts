import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import type { AccessObject } from './access-object.ts';
import { findAccess, findKnown, listGroups, listMembers } from './access.api.ts';

/** The key of the list that an object is in, which is before that of all that is read of it. */
export const listKey = (organizationId: string, { kind }: AccessObject) =>
  kind === 'dataset' ? queryKeys.datasets(organizationId) : queryKeys.workspaces(organizationId);

/** Who may see a dataset or workspace. */
export const accessQuery = (organizationId: string, object: AccessObject) =>
  queryOptions({
    queryKey: [...listKey(organizationId, object), object.id, 'access'],
    queryFn: () => findAccess(organizationId, object),
  });

/** What one sees of a dataset or workspace that is out of reach; null where that is nothing. */
export const knownQuery = (organizationId: string, object: AccessObject) =>
  queryOptions({
    queryKey: [...listKey(organizationId, object), object.id, 'access-request'],
    queryFn: () => findKnown(organizationId, object),
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
