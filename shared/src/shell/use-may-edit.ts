import { useCurrentUser, useOrganizationId } from './shell-context.tsx';

const EDITORS = new Set(['Owner', 'Admin', 'Editor']);

/** Returns whether the user has the role of an Editor or above in the selected organization. */
export function useMayEdit(): boolean {
  const organizationId = useOrganizationId();
  const { memberships } = useCurrentUser();
  return EDITORS.has(memberships[organizationId]?.role_name ?? '');
}
