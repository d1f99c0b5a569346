import { consoleRoutes } from '@carrel/shared/paths';
import { covers, pathOf } from '@carrel/shared/releases';
import { useSyncExternalStore } from 'react';

import { choiceOf } from '../registry-store.ts';
import { registryInUse, remoteState, subscribeToRemotes } from '../remote-store.ts';
import { SilentRemoteError } from '../silent-remote-error.ts';

const ROUTES = './routes';
const FAILED = 'It could not be loaded.';
const SILENT = 'It did not answer in time.';

function remoteAt(path: string): string | undefined {
  return Object.entries(registryInUse().remotes).find(([, { routes }]) =>
    routes.some((route) => covers(route.path, pathOf(path))),
  )?.[0];
}

// Before the registry was read it is empty, which says nothing about any screen.
const isRegistryRead = () => Object.keys(registryInUse().remotes).length > 0;

/** Returns why the screen at a path is unavailable. */
export function problemAt(path: string): string | undefined {
  // The dashboard is the shell's own.
  if (path === consoleRoutes.dashboard || !isRegistryRead()) return undefined;
  const remote = remoteAt(path);
  // Its entry in the registry is missing or invalid.
  if (remote === undefined) return FAILED;
  const state = remoteState(remote, ROUTES);
  if (state.status === 'failed') {
    return state.reason instanceof SilentRemoteError ? SILENT : FAILED;
  }
  const choice = choiceOf(remote);
  return choice?.releases.length === 0 ? choice.refusal : undefined;
}

function isLoadingAt(path: string): boolean {
  const remote = remoteAt(path);
  return remote !== undefined && remoteState(remote, ROUTES).status === 'loading';
}

/**
 * Returns why the screen at a path or route pattern, such as `/datasets`, is unavailable; undefined where
 * it is available or was not loaded yet.
 */
export function useScreenProblem(path: string): string | undefined {
  return useSyncExternalStore(subscribeToRemotes, () => problemAt(path));
}

/** Returns whether the code of the screen at a path is loading. */
export function useScreenLoading(path: string): boolean {
  return useSyncExternalStore(subscribeToRemotes, () => isLoadingAt(path));
}
