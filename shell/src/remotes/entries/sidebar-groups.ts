import type { Registry, SidebarEntry } from '@carrel/shared/releases';

import { linksOf } from './former-links.ts';
import { visibleEntries } from './visible-entries.ts';
import type { Viewer, Visible } from './visible-entries.ts';

export interface SidebarGroup {
  title: string;
  links: readonly Visible<SidebarEntry>[];
}

/** The heading of the sidebar's first group, which has the dashboard. */
const FIRST_GROUP = 'Database';

/** Returns the links of all remotes that a viewer sees, in groups. The first group is there without any. */
export function sidebarGroups(
  registry: Registry,
  unreadable: readonly string[],
  viewer: Viewer,
): SidebarGroup[] {
  const links = visibleEntries(registry, unreadable, viewer, linksOf);
  const groups = Map.groupBy(links, ({ group = FIRST_GROUP }) => group);
  const others = [...groups].filter(([title]) => title !== FIRST_GROUP);
  return [
    { title: FIRST_GROUP, links: groups.get(FIRST_GROUP) ?? [] },
    ...others.map(([title, members]) => ({ title, links: members })),
  ];
}
