import { use, useMemo } from 'react';

import { RegistryContext } from '../registry-context.ts';
import { unreadableNames } from '../registry-store.ts';
import { sidebarGroups } from './sidebar-groups.ts';
import type { SidebarGroup } from './sidebar-groups.ts';
import { useViewer } from './use-viewer.ts';

/** Returns the links of the remotes that the signed-in user sees, in groups. Follows the registry. */
export function useSidebarGroups(): SidebarGroup[] {
  const registry = use(RegistryContext);
  const viewer = useViewer();
  return useMemo(() => sidebarGroups(registry, unreadableNames(), viewer), [registry, viewer]);
}
