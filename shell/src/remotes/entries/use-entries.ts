import { useCurrentUser, useShell } from '@carrel/shared/shell';
import { use, useMemo } from 'react';

import { RegistryContext } from '../registry-context.ts';
import { unreadableNames } from '../registry-store.ts';
import { declaredCommands, sidebarGroups } from './visible-entries.ts';
import type { SidebarGroup, Viewer } from './visible-entries.ts';

function useViewer(): Viewer {
  const { organizationId } = useShell();
  const { memberships } = useCurrentUser();
  const isMember = Object.keys(memberships).length > 0;
  const roleName = memberships[organizationId ?? '']?.role_name;
  return useMemo(
    () => ({ isMember, organizationId, roleName }),
    [isMember, organizationId, roleName],
  );
}

/** Returns the links of the remotes that the signed-in user sees, in groups. Follows the registry. */
export function useSidebarGroups(): SidebarGroup[] {
  const registry = use(RegistryContext);
  const viewer = useViewer();
  return useMemo(() => sidebarGroups(registry, unreadableNames(), viewer), [registry, viewer]);
}

/** Returns the declared commands that the signed-in user sees, links included. Follows the registry. */
export function useDeclaredCommands(): ReturnType<typeof declaredCommands> {
  const registry = use(RegistryContext);
  const viewer = useViewer();
  return useMemo(() => declaredCommands(registry, unreadableNames(), viewer), [registry, viewer]);
}
