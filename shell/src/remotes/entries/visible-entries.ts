import { GUEST } from '@carrel/shared/contract';
import { covers, pathOf } from '@carrel/shared/releases';
import type { Registry, RemoteRelease, RemoteRoute, SidebarEntry } from '@carrel/shared/releases';

import { isOpenToGuests } from './open-to-guests.ts';

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

const ORDER = 100;

const orderOf = ({ order = ORDER }: { order?: number | undefined }) => order;

function mayOpen(
  access: RemoteRoute['access'] | undefined,
  to: string,
  { isMember, roleName }: Viewer,
): boolean {
  if (access === 'guest') return false;
  if (access === 'user' || access === 'public') return true;
  if (roleName === GUEST && !isOpenToGuests(pathOf(to))) return false;
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
  if (!mayOpen(route?.access, entry.to, viewer)) return [];
  const to = entry.to.replace('/:organizationId', `/${organizationId ?? ''}`);
  if (to !== entry.to && organizationId === null) return [];
  return [{ ...entry, to, screenTitle: route?.title }];
}

/** Entries of a release that is not readable have no routes: theirs are for members, as they were. */
const NO_ROUTES: readonly RemoteRoute[] = [];

type Declared = Pick<RemoteRelease, 'sidebar' | 'commands'> | undefined;

/**
 * Returns the entries of all remotes that a viewer sees, in their order. `pick` returns those of a release, or of a
 * remote whose entry in the registry is not valid.
 */
export function visibleEntries<Entry extends Pick<SidebarEntry, 'to' | 'roles' | 'order'>>(
  { remotes }: Registry,
  unreadable: readonly string[],
  viewer: Viewer,
  pick: (remote: string, release: Declared) => readonly Entry[],
): Visible<Entry>[] {
  const ofRegistry = Object.entries(remotes).flatMap(([remote, release]) =>
    pick(remote, release).flatMap((entry) => seen(entry, release.routes, viewer)),
  );
  const others = viewer.isMember ? unreadable : [];
  const ofOthers = others.flatMap((remote) =>
    pick(remote, undefined).flatMap((entry) => seen(entry, NO_ROUTES, viewer)),
  );
  return [...ofRegistry, ...ofOthers].toSorted((one, other) => orderOf(one) - orderOf(other));
}
