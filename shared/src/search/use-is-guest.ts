import { GUEST } from '@carrel/shared/contract';
import { useCurrentUser, useOrganizationId } from '@carrel/shared/shell';

/** Returns whether the user is a guest of the selected organization, who searches and asks one workspace. */
export function useIsGuest(): boolean {
  const organizationId = useOrganizationId();
  const { memberships } = useCurrentUser();
  return memberships[organizationId]?.role_name === GUEST;
}
