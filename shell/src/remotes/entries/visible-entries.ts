import { covers, pathOf } from '@carrel/shared/releases';
import type { CommandEntry, Registry, RemoteRoute, SidebarEntry } from '@carrel/shared/releases';

import { entriesOf } from './former-entries.ts';

/** Whom entries are shown to. */
export interface Viewer {
  /** Whether the user belongs to an organization. */
  isMember: boolean;
  /** The selected organization. */
  organizationId: string | null;
  /** The user's role in it. */
  roleName: string | undefined;
}

/** An entry with the address that it leads to, and the title of the screen there. */
export type Visible<Entry> = Omit<Entry, 'roles'> & { screenTitle?: string | undefined };

export interface SidebarGroup {
  title: string;
  links: readonly Visible<SidebarEntry>[];
}

/** The heading of the sidebar's first group, which has the dashboard. */
export const FIRST_GROUP = 'Database';

const ORDER = 100;

const orderOf = ({ order = ORDER }: { order?: number | undefined }) => order;

const inOrder = <Entry extends { order?: number | undefined }>(entries: readonly Entry[]) =>
  entries.toSorted((one, other) => orderOf(one) - orderOf(other));

function mayOpen(access: RemoteRoute['access'] | undefined, { isMember }: Viewer): boolean {
  if (access === 'guest') return false;
  return access === 'organization' ? isMember : true;
}

/** Returns an entry as a viewer sees it; nothing where it is for others. */
function seen<Entry extends Pick<SidebarEntry, 'to' | 'roles'>>(
  { roles, ...entry }: Entry,
  routes: readonly RemoteRoute[],
  viewer: Viewer,
): Visible<Entry>[] {
  const { organizationId, roleName = '' } = viewer;
  if (roles !== undefined && !roles.some((role) => role === roleName)) return [];
  const route = routes.find(({ path }) => covers(path, pathOf(entry.to)));
  if (!mayOpen(route?.access, viewer)) return [];
  const to = entry.to.replace('/:organizationId', `/${organizationId ?? ''}`);
  if (to !== entry.to && organizationId === null) return [];
  return [{ ...entry, to, screenTitle: route?.title }];
}

/** Entries of a release that is not readable have no routes: theirs are for members, as they were. */
const NO_ROUTES: readonly RemoteRoute[] = [];

type Entries = ReturnType<typeof entriesOf>;

function visible<Entry extends Pick<SidebarEntry, 'to' | 'roles' | 'order'>>(
  registry: Registry,
  unreadable: readonly string[],
  viewer: Viewer,
  pick: (entries: Entries) => readonly Entry[],
): Visible<Entry>[] {
  const ofRegistry = Object.entries(registry.remotes).flatMap(([remote, release]) =>
    pick(entriesOf(remote, release)).flatMap((entry) => seen(entry, release.routes, viewer)),
  );
  const others = unreadable.flatMap((remote) =>
    pick(entriesOf(remote)).flatMap((entry) =>
      viewer.isMember ? seen(entry, NO_ROUTES, viewer) : [],
    ),
  );
  return inOrder([...ofRegistry, ...others]);
}

/** Returns the links of all remotes that a viewer sees, in groups. The first group is there without any. */
export function sidebarGroups(
  registry: Registry,
  unreadable: readonly string[],
  viewer: Viewer,
): SidebarGroup[] {
  const links = visible(registry, unreadable, viewer, ({ sidebar }) => sidebar);
  const groups = Map.groupBy(links, ({ group = FIRST_GROUP }) => group);
  const others = [...groups].filter(([title]) => title !== FIRST_GROUP);
  return [
    { title: FIRST_GROUP, links: groups.get(FIRST_GROUP) ?? [] },
    ...others.map(([title, members]) => ({ title, links: members })),
  ];
}

/** Returns the commands of all remotes that a viewer sees; those that lead somewhere include the links. */
export function declaredCommands(
  registry: Registry,
  unreadable: readonly string[],
  viewer: Viewer,
): Visible<CommandEntry>[] {
  const commands = visible(registry, unreadable, viewer, ({ sidebar, commands: declared }) => [
    ...sidebar.map(asCommand),
    ...declared,
  ]);
  return commands.filter(
    ({ id }, place) => commands.findIndex((command) => command.id === id) === place,
  );
}

/** The group of commands that open a screen. */
export const GO_TO = 'Go to';

/** A link of the sidebar is also a command. */
function asCommand({ group, ...entry }: SidebarEntry): CommandEntry {
  const name = pathOf(entry.to)
    .slice(1)
    .replaceAll(/[^\w]+/g, '-');
  const keywords = ['open', 'screen', ...(group === undefined ? [] : [group])];
  return { ...entry, id: `go-to-${name}`.toLowerCase(), group: GO_TO, keywords };
}
