import type { CommandEntry, RemoteRelease } from '@carrel/shared/releases';

const goTo = (id: string, label: string, icon: string, to: string, order: number) => ({
  id: `go-to-${id}`,
  label,
  group: 'Go to',
  icon,
  keywords: ['open', 'screen'],
  to,
  order,
});

/** The commands of releases that were built before releases declared any, as in `former-links.ts`. */
const FORMER: Readonly<Record<string, readonly CommandEntry[]>> = {
  'mf-organizations': [
    goTo(
      'settings',
      'Organization settings',
      'settings',
      '/organizations/:organizationId/settings',
      200,
    ),
  ],
  'mf-account': [goTo('account', 'Account', 'user-round', '/account', 210)],
};

/** Returns the commands of a remote's release; without one, of what cannot be read of it. */
export const commandsOf = (
  remote: string,
  release?: Pick<RemoteRelease, 'commands'>,
): readonly CommandEntry[] => release?.commands ?? FORMER[remote] ?? [];
