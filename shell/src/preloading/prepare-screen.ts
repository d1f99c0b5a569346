import { covers } from '@carrel/shared/releases';

import { registryInUse, ensureRemote } from '../remotes/remote-store.ts';

/** Loads and runs the remote whose screen is at a path, ahead of a navigation to it. */
export function prepareScreen(pathname: string): void {
  const entry = Object.entries(registryInUse().remotes).find(([, { routes }]) =>
    routes.some(({ path }) => covers(path, pathname)),
  );
  if (entry !== undefined) void ensureRemote(entry[0], './routes');
}
