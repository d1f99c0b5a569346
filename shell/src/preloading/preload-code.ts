import { covers } from '@carrel/shared/releases';

import { ensureRemote, registryInUse } from '../remotes/remote-store.ts';

/** Loads and runs the remote whose screen is at a path, ahead of a navigation to it. */
export function preloadCode(pathname: string): void {
  for (const [remote, { routes }] of Object.entries(registryInUse().remotes)) {
    if (routes.some(({ path }) => covers(path, pathname))) {
      void ensureRemote(remote, './routes');
      return;
    }
  }
}
