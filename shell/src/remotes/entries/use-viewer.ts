import { GUEST } from '@carrel/shared/contract';
import { useCurrentUser, useShell } from '@carrel/shared/shell';
import { useMemo } from 'react';

import type { Viewer } from './visible-entries.ts';

/** Returns the signed-in user as one to whom entries are shown. */
export function useViewer(): Viewer {
  const { organizationId } = useShell();
  const { memberships } = useCurrentUser();
  const isMember = Object.keys(memberships).length > 0;
  const roleName = memberships[organizationId ?? '']?.role_name;
  return useMemo(
    () => ({ isMember, organizationId, roleName }),
    [isMember, organizationId, roleName],
  );
}

/** Returns whether the user is a guest of the selected organization. */
export function useIsGuest(): boolean {
  const { user, organizationId } = useShell();
  return user?.memberships[organizationId ?? '']?.role_name === GUEST;
}
