import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';

import type { AccessObject } from '../access-object.ts';
import { knownQuery } from '../access.queries.ts';

/**
 * Whether the user was found to be able to ask for access to a dataset or workspace. While its list is read again, what
 * they type stays in view.
 */
export function useIsKnown(object: AccessObject): boolean {
  const { data } = useQuery({ ...knownQuery(useOrganizationId(), object), enabled: false });
  return data !== undefined && data !== null;
}
