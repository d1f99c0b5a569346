import type { RemoteRelease } from '@carrel/shared/releases';

import { logFailure } from '../../start/log-failure.ts';
import { importModule, registerRelease } from '../federation.ts';
import { choiceOf } from '../registry/registry-store.ts';
import {
  failedVersion,
  noteFailedVersion,
  readyModules,
  replaceRunning,
  runningRelease,
  tellListeners,
} from '../remote-store.ts';

interface WaitingUpdate {
  release: RemoteRelease;
  name: string;
  modules: ReadonlyMap<string, unknown>;
}

/** Whether a screen that stands has something that would be lost with it. */
type Holds = () => boolean;

const waiting = new Map<string, WaitingUpdate>();
const loading = new Map<string, Promise<void>>();
const holders = new Map<string, Set<Holds>>();

/** The version that a remote will be replaced with as soon as it may be; undefined without one. */
export function waitingVersion(remote: string): string | undefined {
  return waiting.get(remote)?.release.version;
}

/** Asks `holds` before the remote is replaced, until the answer is called. */
export function holdUpdates(remote: string, holds: Holds): () => void {
  const own = holders.get(remote) ?? new Set();
  holders.set(remote, own.add(holds));
  return () => {
    own.delete(holds);
    settleUpdate(remote);
  };
}

/** Replaces a remote by its waiting release, if there is one: its screens are mounted anew. */
export function applyUpdate(remote: string): void {
  const update = waiting.get(remote);
  if (update === undefined) return;
  waiting.delete(remote);
  replaceRunning(remote, { release: update.release, name: update.name }, update.modules);
}

/** The same, unless a screen holds something. */
export function settleUpdate(remote: string): void {
  const held = [...(holders.get(remote) ?? [])].some((holds) => holds());
  if (!held) applyUpdate(remote);
}

/** The release that should run in place of the one that does; undefined where that is the same. */
function wantedUpdate(remote: string): RemoteRelease | undefined {
  const current = runningRelease(remote)?.release.version;
  const wanted = choiceOf(remote)?.releases[0];
  if (current === undefined || wanted?.version === current) return undefined;
  // What did not run is not tried again: the one that runs stays.
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
    // Another one may have been named meanwhile.
    if (wantedUpdate(remote)?.version !== release.version) return;
    waiting.set(remote, { release, name, modules: new Map(modules) });
    settleUpdate(remote);
    tellListeners();
  } catch (error) {
    noteFailedVersion(remote, release.version);
    logFailure(`${remote} ${release.version} did not run, the one before stays`, error);
  }
}

/**
 * Fetches what the registry names in place of what runs, and puts it there as soon as nothing is lost
 * by it. Resolves when every newer release is here, or did not run.
 */
export async function fetchUpdates(remotes: readonly string[]): Promise<void> {
  for (const remote of remotes) {
    const wanted = wantedUpdate(remote);
    if (waiting.get(remote)?.release.version !== wanted?.version) waiting.delete(remote);
    if (wanted === undefined || waiting.has(remote) || loading.has(remote)) continue;
    const load = loadUpdate(remote, wanted).finally(() => loading.delete(remote));
    loading.set(remote, load);
  }
  tellListeners();
  await Promise.all(loading.values());
}
