import type { CommandEntry, RemoteRelease, SidebarEntry } from '@carrel/shared/releases';

interface Entries {
  sidebar: readonly SidebarEntry[];
  commands: readonly CommandEntry[];
}

const goTo = { group: 'Go to', keywords: ['open', 'screen'] };

/**
 * What releases did not declare that were built before there were entries: the shell knew it. They are
 * used for these releases, and for a remote whose entry in the registry is not valid, alone. To be deleted
 * with the next major version of the shell.
 */
const FORMER: Readonly<Record<string, Entries>> = {
  'mf-workspaces': {
    sidebar: [
      { to: '/workspaces', label: 'Workspaces', icon: 'boxes', order: 10 },
      { to: '/search', label: 'Search', icon: 'search', order: 30 },
    ],
    commands: [],
  },
  'mf-datasets': {
    sidebar: [{ to: '/datasets', label: 'Datasets', icon: 'database', order: 20 }],
    commands: [],
  },
  'mf-organizations': {
    sidebar: [],
    commands: [
      {
        ...goTo,
        id: 'go-to-settings',
        label: 'Organization settings',
        icon: 'settings',
        to: '/organizations/:organizationId/settings',
        order: 200,
      },
    ],
  },
  'mf-account': {
    sidebar: [],
    commands: [
      {
        ...goTo,
        id: 'go-to-account',
        label: 'Account',
        icon: 'user-round',
        to: '/account',
        order: 210,
      },
    ],
  },
};

const NONE: Entries = { sidebar: [], commands: [] };

/** Returns the entries that a release declares, or those that the shell knew of its remote before. */
export function entriesOf(
  remote: string,
  { sidebar, commands }: Pick<RemoteRelease, 'sidebar' | 'commands'> = {},
): Entries {
  const { sidebar: links, commands: others } = FORMER[remote] ?? NONE;
  const declares = sidebar !== undefined || commands !== undefined;
  return declares
    ? { sidebar: sidebar ?? [], commands: commands ?? [] }
    : { sidebar: links, commands: others };
}
