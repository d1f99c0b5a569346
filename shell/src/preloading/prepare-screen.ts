import { covers } from '@carrel/shared/releases';

import { registryInUse, ensureRemote } from '../remotes/remote-store.ts';

/** Fetches and runs the remote whose screen is at a path, of which somebody is about to want one. */
export function prepareScreen(pathname: string): void {
  const entry = Object.entries(registryInUse().remotes).find(([, { routes }]) =>
    routes.some(({ path }) => covers(path, pathname)),
  );
  if (entry !== undefined) void ensureRemote(entry[0], './routes');
}
