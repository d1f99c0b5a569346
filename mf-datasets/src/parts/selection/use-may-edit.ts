import { useCurrentUser, useOrganizationId } from '@carrel/shared/shell';

const EDITORS = new Set(['Owner', 'Admin', 'Editor']);

/** Returns whether the user may change documents: the role is that of an Editor or above. */
export function useMayEdit(): boolean {
  const organizationId = useOrganizationId();
  const { memberships } = useCurrentUser();
  return EDITORS.has(memberships[organizationId]?.role_name ?? '');
}
