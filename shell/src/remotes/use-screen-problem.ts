import { useSyncExternalStore } from 'react';

import { choiceOf } from './registry-store.ts';
import { registryInUse, remoteState, subscribeToRemotes } from './remote-store.ts';

const ROUTES = './routes';

function problemAt(path: string): string | undefined {
  const remote = Object.entries(registryInUse().remotes).find(([, { routes }]) =>
    routes.some((route) => route.path === path),
  )?.[0];
  if (remote === undefined) return undefined;
  const state = remoteState(remote, ROUTES);
  if (state.status === 'failed') return 'It could not be loaded.';
  const choice = choiceOf(remote);
  return choice?.releases.length === 0 ? choice.refusal : undefined;
}

/**
 * Why the screen at a route pattern, such as `/datasets`, is not to be had; undefined where it is, or
 * where nobody tried yet.
 */
export function useScreenProblem(path: string): string | undefined {
  return useSyncExternalStore(subscribeToRemotes, () => problemAt(path));
}
