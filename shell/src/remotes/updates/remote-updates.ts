import type { RemoteRelease } from '@carrel/shared/releases';

import { logFailure } from '../../base/log-failure.ts';
import { importModule, registerRelease } from '../federation.ts';
import { choiceOf, currentRegistry } from '../registry-store.ts';
import {
  departedRemotes,
  dropRemote,
  failedVersion,
  noteFailedVersion,
  readyModules,
  replaceRunning,
  runningRelease,
  notifyListeners,
} from '../remote-store.ts';

/** In place of a version: the registry lacks the remote, whose screens are to go. */
export const GONE = 'gone';

interface WaitingUpdate {
  release: RemoteRelease;
  name: string;
  modules: ReadonlyMap<string, unknown>;
}

/** Returns whether a mounted screen has something that would be lost with it. */
type Blocker = () => boolean;

const waiting = new Map<string, WaitingUpdate | typeof GONE>();
const loading = new Map<string, Promise<void>>();
const blockers = new Map<string, Set<Blocker>>();

/** Returns the version that will replace a remote as soon as it can, or `GONE`; undefined without one. */
export function waitingVersion(remote: string): string | undefined {
  const update = waiting.get(remote);
  return update === GONE ? GONE : update?.release.version;
}

/** Blocks updates of a remote while `isBlocked` returns true. Returns a function that ends that. */
export function blockUpdates(remote: string, isBlocked: Blocker): () => void {
  const own = blockers.get(remote) ?? new Set();
  blockers.set(remote, own.add(isBlocked));
  return () => {
    own.delete(isBlocked);
    applyUpdateIfSafe(remote);
  };
}

/** Replaces a remote by its waiting release, if there is one: its screens are mounted again, or go. */
export function applyUpdate(remote: string): void {
  const update = waiting.get(remote);
  if (update === undefined) return;
  waiting.delete(remote);
  if (update === GONE) return dropRemote(remote);
  replaceRunning(remote, { release: update.release, name: update.name }, update.modules);
}

/** Does the same, unless a screen blocks it. */
export function applyUpdateIfSafe(remote: string): void {
  const blocked = [...(blockers.get(remote) ?? [])].some((isBlocked) => isBlocked());
  if (!blocked) applyUpdate(remote);
}

/** Returns the release that should replace the running one; undefined where that is the same. */
function wantedUpdate(remote: string): RemoteRelease | undefined {
  const current = runningRelease(remote)?.release.version;
  const wanted = choiceOf(remote)?.releases[0];
  if (current === undefined || wanted?.version === current) return undefined;
  // A release that failed is not retried: the running one stays.
  return wanted?.version === failedVersion(remote) ? undefined : wanted;
}

async function loadUpdate(remote: string, release: RemoteRelease): Promise<void> {
  try {
    const name = registerRelease(remote, release);
    const modules = await Promise.all(
      readyModules(remote).map(
        async (module) => [module, await importModule(name, module)] as const,
      ),
    );
    // The registry may name another release by now.
    if (wantedUpdate(remote)?.version !== release.version) return;
    waiting.set(remote, { release, name, modules: new Map(modules) });
    applyUpdateIfSafe(remote);
    notifyListeners();
  } catch (error) {
    noteFailedVersion(remote, release.version);
    logFailure(`${remote} ${release.version} did not run, the one before stays`, error);
  }
}

/** Removes the remotes that the registry lacks, each as soon as no input is lost by it. */
function removeDeparted(): void {
  for (const remote of departedRemotes()) {
    waiting.set(remote, GONE);
    applyUpdateIfSafe(remote);
  }
}

/**
 * Fetches the newer releases that the registry names, and applies each as soon as no input is lost
 * by it. Resolves when every newer release has loaded or failed.
 */
export async function fetchUpdates(): Promise<void> {
  removeDeparted();
  for (const remote of Object.keys(currentRegistry().remotes)) {
    const wanted = wantedUpdate(remote);
    if (waitingVersion(remote) !== wanted?.version) waiting.delete(remote);
    if (wanted === undefined || waiting.has(remote) || loading.has(remote)) continue;
    const load = loadUpdate(remote, wanted).finally(() => loading.delete(remote));
    loading.set(remote, load);
  }
  notifyListeners();
  await Promise.all(loading.values());
}
