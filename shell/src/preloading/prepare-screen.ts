import { consolePaths } from '@carrel/shared/paths';
import { covers } from '@carrel/shared/releases';

import { registryInUse, ensureRemote } from '../remotes/remote-store.ts';

/**
 * Loads and runs the remote whose screen is at a path, ahead of a navigation to it. Resolves with whether the
 * screen can be drawn for a signed-in user.
 */
export async function prepareScreen(pathname: string): Promise<boolean> {
  // The shell's own screen is loaded with it.
  if (pathname === consolePaths.dashboard()) return true;
  for (const [remote, { routes }] of Object.entries(registryInUse().remotes)) {
    const route = routes.find(({ path }) => covers(path, pathname));
    if (route === undefined) continue;
    const { status } = await ensureRemote(remote, './routes');
    return status === 'ready' && (route.access === 'user' || route.access === 'organization');
  }
  return false;
}
