import { use, useMemo } from 'react';

import { RegistryContext } from '../registry-context.ts';
import { unreadableNames } from '../registry-store.ts';
import { sidebarGroups } from './sidebar-groups.ts';
import type { SidebarGroup } from './sidebar-groups.ts';
import { useViewer } from './use-viewer.ts';
import type { Viewer } from './visible-entries.ts';

/** Returns the links of the remotes that the signed-in user sees, in groups. Follows the registry. */
export function useSidebarGroups(): SidebarGroup[] {
  return useGroups(useViewer());
}

/** Returns the addresses of the lists that screens belong to: the links of all organizations of the user. */
export function useListPaths(): readonly string[] {
  const viewer = useViewer();
  const inAny = useMemo(() => ({ ...viewer, roleName: undefined }), [viewer]);
  const groups = useGroups(inAny);
  return useMemo(() => groups.flatMap(({ links }) => links.map(({ to }) => to)), [groups]);
}

function useGroups(viewer: Viewer): SidebarGroup[] {
  const registry = use(RegistryContext);
  return useMemo(() => sidebarGroups(registry, unreadableNames(), viewer), [registry, viewer]);
}
