import { resolveRemotes } from '@carrel/shared/releases';
import type { Registry, RemoteRelease } from '@carrel/shared/releases';

import { report } from '../base/report.ts';
import { DEADLINE_MS, importModule, registerRelease } from './federation.ts';
import { choiceOf, currentRegistry, storeRegistry } from './registry-store.ts';

/**
 * The state of a module of a remote. `refused` and `failed` carry the reason; a retry sets a failed
 * one back to loading, and a registry that names another release sets both back.
 */
export type RemoteState =
  | { status: 'absent' }
  | { status: 'loading' }
  | { status: 'ready'; exports: unknown; version: string }
  | { status: 'refused'; reason: string }
  | { status: 'failed'; reason: Error };

/** A release that runs in this page, with its name in the federation runtime. */
export interface RunningRelease {
  release: RemoteRelease;
  name: string;
}

const ABSENT: RemoteState = { status: 'absent' };
const LOADING: RemoteState = { status: 'loading' };

/** Timeout for loading a module, fallback releases and the registry's refresh included, in milliseconds. */
const LOAD_TIMEOUT_MS = 9000;

const states = new Map<string, RemoteState>();
const loads = new Map<string, Promise<RemoteState>>();
const running = new Map<string, RunningRelease>();
/** Remotes that ran here and whose screens are gone: the registry lacks them. */
const dropped = new Set<string>();
/** Releases that did not run: they are not retried automatically. */
const failedVersions = new Map<string, string>();
const listeners = new Set<() => void>();

let inUse: Registry = { remotes: {} };
let registryRefresh = (): Promise<void> => Promise.resolve();

const keyOf = (remote: string, module: string) => `${remote}${module.slice(1)}`;

/** Calls all listeners. */
export function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change of any module's state. Returns a function that unsubscribes. */
export function subscribeToRemotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets how a failed load fetches a newer registry; `refresh` passes it to `setRegistry`. */
export function setRegistryRefresh(refresh: () => Promise<void>): void {
  registryRefresh = refresh;
}

/** Fetches the registry again. */
export function refreshRegistry(): Promise<void> {
  return registryRefresh();
}

/**
 * Stores a registry, the page's or a newer one. Modules that could not be loaded under the previous
 * one are absent again; running ones stay. `unreadable` are remotes whose entry in it is not valid.
 */
export function setRegistry(next: Registry, unreadable: readonly string[] = []): void {
  const changed = storeRegistry(next, unreadable);
  updateRegistryInUse();
  for (const remote of changed) {
    for (const [key, { status }] of states) {
      if (!key.startsWith(`${remote}/`)) continue;
      if (status === 'failed' || status === 'refused') states.delete(key);
    }
  }
  notifyListeners();
}

/**
 * Returns the registry with the release of each remote that runs, would run or would be refused:
 * the screens that exist. The same object until that changes.
 */
export function registryInUse(): Registry {
  return inUse;
}

/** Returns the remotes that run here and that the registry lacks: they stay until `dropRemote`. */
export function departedRemotes(): string[] {
  const { remotes } = currentRegistry();
  return [...running.keys()].filter((remote) => !(remote in remotes) && !dropped.has(remote));
}

/** Removes the screens of a remote that the registry lacks. */
export function dropRemote(remote: string): void {
  dropped.add(remote);
  updateRegistryInUse();
  notifyListeners();
}

function updateRegistryInUse(): void {
  const { remotes } = currentRegistry();
  for (const remote of Object.keys(remotes)) dropped.delete(remote);
  const releases = [
    // First: what took over their paths waits for their end.
    ...departedRemotes().map((remote) => [remote, running.get(remote)?.release] as const),
    ...Object.entries(remotes).map(
      ([remote, registered]) =>
        [
          remote,
          running.get(remote)?.release ?? choiceOf(remote)?.releases[0] ?? registered,
        ] as const,
    ),
  ];
  const found = releases.flatMap(([remote, release]) =>
    release === undefined ? [] : [[remote, release] as const],
  );
  inUse = { remotes: resolveRemotes(Object.fromEntries(found)).remotes };
}

/** Returns the remotes that have screens for signed-in users. */
export function signedInRemotes(): string[] {
  return Object.entries(inUse.remotes)
    .filter(([, { routes }]) =>
      routes.some(({ access }) => access === 'user' || access === 'organization'),
    )
    .map(([remote]) => remote);
}

/** Returns a module's state. The same object until it changes. */
export function remoteState(remote: string, module: string): RemoteState {
  return states.get(keyOf(remote, module)) ?? ABSENT;
}

/** Returns the running release of a remote; undefined while none runs. */
export function runningRelease(remote: string): RunningRelease | undefined {
  return running.get(remote);
}

/** Returns the version of a remote that failed last; undefined for none. */
export function failedVersion(remote: string): string | undefined {
  return failedVersions.get(remote);
}

/** Records that a release did not run. */
export function noteFailedVersion(remote: string, version: string): void {
  failedVersions.set(remote, version);
}

/** Replaces the running modules of a remote by those of another release. Failed ones become absent. */
export function replaceRunning(
  remote: string,
  next: RunningRelease,
  modules: ReadonlyMap<string, unknown>,
): void {
  running.set(remote, next);
  updateRegistryInUse();
  for (const key of states.keys()) {
    if (key.startsWith(`${remote}/`) && !loads.has(key)) states.delete(key);
  }
  const { version } = next.release;
  for (const [module, exports] of modules) {
    states.set(keyOf(remote, module), { status: 'ready', exports, version });
  }
  notifyListeners();
}

/** Returns whether a module is in the state failed or refused. */
export function hasFailures(): boolean {
  return [...states.values()].some(({ status }) => status === 'failed' || status === 'refused');
}

/** Returns the modules of a remote that are ready. */
export function readyModules(remote: string): string[] {
  return [...states]
    .filter(([key, { status }]) => key.startsWith(`${remote}/`) && status === 'ready')
    .map(([key]) => `.${key.slice(remote.length)}`);
}

function setState(key: string, state: RemoteState): RemoteState {
  states.set(key, state);
  notifyListeners();
  return state;
}

function reportFailure(remote: string, version: string, error: unknown): void {
  report({ kind: 'remote-failed', remote, version, reason: asError(error).message });
}

function reportRefusal(remote: string, reason: string): void {
  const version = currentRegistry().remotes[remote]?.version ?? 'none';
  report({ kind: 'remote-refused', remote, version, reason });
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Loads a module from one release. The remote's other modules then come from it too. */
async function loadFrom(
  remote: string,
  module: string,
  release: RemoteRelease,
  { retry, timeout }: { retry: boolean; timeout: number },
): Promise<RemoteState> {
  const before = running.get(remote);
  const known = before?.release.version === release.version ? before : undefined;
  const name = retry || known === undefined ? registerRelease(remote, release, retry) : known.name;
  const started = performance.now();
  const exports = await importModule(name, module, timeout);
  const milliseconds = Math.round(performance.now() - started);
  report({ kind: 'remote-loaded', remote, version: release.version, milliseconds });
  if (known === undefined) {
    running.set(remote, { release, name });
    updateRegistryInUse();
  }
  return { status: 'ready', exports, version: release.version };
}

/**
 * Loads a module once. All modules of a remote come from one release, once it runs. A retry bypasses
 * all caches, and falls back to the previous release where the current one fails again.
 */
async function attempt(
  remote: string,
  module: string,
  { retry, until }: { retry: boolean; until: number },
): Promise<RemoteState> {
  const choice = choiceOf(remote);
  if (choice === undefined) {
    const error = new Error(`${remote} is not in the registry.`);
    reportFailure(remote, 'none', error);
    throw error;
  }
  const own = running.get(remote);
  const candidates = own === undefined ? choice.releases : [own.release];
  const tried = retry ? candidates : candidates.slice(0, 1);
  if (choice.refusal !== undefined) reportRefusal(remote, choice.refusal);
  if (tried.length === 0) return { status: 'refused', reason: choice.refusal ?? '' };
  const each = DEADLINE_MS / tried.length;
  let reason: unknown;
  for (const release of tried) {
    try {
      const timeout = Math.round(Math.min(each, until - performance.now()));
      return await loadFrom(remote, module, release, { retry, timeout });
    } catch (error) {
      reason ??= error;
      reportFailure(remote, release.version, error);
      if (own === undefined) noteFailedVersion(remote, release.version);
    }
  }
  throw reason;
}

async function load(remote: string, module: string, retry: boolean): Promise<RemoteState> {
  const key = keyOf(remote, module);
  setState(key, LOADING);
  const tried = choiceOf(remote);
  const until = performance.now() + LOAD_TIMEOUT_MS;
  const attemptSafely = async (bypassCaches: boolean): Promise<RemoteState> => {
    try {
      return await attempt(remote, module, { retry: bypassCaches, until });
    } catch (error) {
      return { status: 'failed', reason: asError(error) };
    }
  };
  let result = await attemptSafely(retry);
  if (result.status !== 'ready') {
    // Its files may have been deleted because a newer release replaced them.
    await refreshRegistry();
    const named = choiceOf(remote)?.releases[0]?.version;
    if (named !== undefined && named !== tried?.releases[0]?.version)
      result = await attemptSafely(false);
  }
  loads.delete(key);
  return setState(key, result);
}

function start(remote: string, module: string, retry: boolean): Promise<RemoteState> {
  const key = keyOf(remote, module);
  const started = loads.get(key) ?? load(remote, module, retry);
  if (states.get(key)?.status === 'loading') loads.set(key, started);
  return started;
}

/** Loads a module unless it was loaded before, and returns its final state. Never rejects. */
export function ensureRemote(remote: string, module: string): Promise<RemoteState> {
  const state = remoteState(remote, module);
  const open = state.status === 'absent' || state.status === 'loading';
  return open ? start(remote, module, false) : Promise.resolve(state);
}

/** Returns the same, and retries a module that failed or was refused, past all caches. */
export function retryRemote(remote: string, module: string): Promise<RemoteState> {
  const { status } = remoteState(remote, module);
  return status === 'failed' || status === 'refused'
    ? start(remote, module, true)
    : ensureRemote(remote, module);
}
