import { useSyncExternalStore } from 'react';

import { subscribeToRemotes } from '../remote-store.ts';
import { problemAt } from './use-screen-state.ts';

/** Returns those of some paths whose screens are unavailable. */
export function useUnavailable(paths: readonly string[]): ReadonlySet<string> {
  const read = () => JSON.stringify(paths.filter((path) => problemAt(path) !== undefined));
  return new Set(JSON.parse(useSyncExternalStore(subscribeToRemotes, read)) as string[]);
}
