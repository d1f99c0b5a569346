import type { RemoteRelease, SidebarEntry } from '@carrel/shared/releases';

/**
 * The links of releases that were built before releases declared any: the shell knew them. They are used for such
 * a release, and for a remote whose entry in the registry is not valid, alone. To be deleted with the next major
 * version of the shell, as `former-commands.ts`.
 */
const FORMER: Readonly<Record<string, readonly SidebarEntry[]>> = {
  'mf-workspaces': [
    { to: '/workspaces', label: 'Workspaces', icon: 'boxes', order: 10 },
    { to: '/search', label: 'Search', icon: 'search', order: 30 },
  ],
  'mf-datasets': [{ to: '/datasets', label: 'Datasets', icon: 'database', order: 20 }],
};

/** Returns the links in the sidebar of a remote's release; without one, of what cannot be read of it. */
export const linksOf = (
  remote: string,
  release?: Pick<RemoteRelease, 'sidebar'>,
): readonly SidebarEntry[] => release?.sidebar ?? FORMER[remote] ?? [];
