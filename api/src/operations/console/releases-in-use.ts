import { chooseReleases, resolveRemotes } from '@carrel/shared/releases';
import type { RemoteRelease } from '@carrel/shared/releases';

import type { BuiltConsole } from './built-console.ts';

/** The release of each remote that a browser runs, chosen by the same rules as in the shell. */
export type ReleasesInUse = Record<string, RemoteRelease>;

/**
 * `share` is the browser's number, see `SHARE_COOKIE`. A remote without a compatible release is left out, and so
 * is a route that an older remote has.
 */
export function releasesInUse(
  { registry, shell }: BuiltConsole,
  share: number | undefined,
): ReleasesInUse {
  const chosen = Object.fromEntries(
    Object.entries(registry.remotes).flatMap(([name, remote]) => {
      const [release] = chooseReleases(remote, shell.provides, share).releases;
      return release === undefined ? [] : [[name, release] as const];
    }),
  );
  return resolveRemotes(chosen).remotes;
}
