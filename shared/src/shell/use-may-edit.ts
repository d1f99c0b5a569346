import { useCurrentUser, useOrganizationId } from './shell-context.tsx';

const EDITORS = new Set(['Owner', 'Admin', 'Editor']);

/** Those of `ACCESS_ROLES` that may change what is in a dataset or workspace. */
const EDITORS_OF_ONE = new Set(['Manager', 'Editor']);

/**
 * Returns whether the user has the role of an Editor or above in the selected organization, or, where the user has a role
 * for a dataset or workspace, by that.
 */
export function useMayEdit(roleForOne?: string | null): boolean {
  const organizationId = useOrganizationId();
  const { memberships } = useCurrentUser();
  if (roleForOne !== undefined && roleForOne !== null) return EDITORS_OF_ONE.has(roleForOne);
  return EDITORS.has(memberships[organizationId]?.role_name ?? '');
}
