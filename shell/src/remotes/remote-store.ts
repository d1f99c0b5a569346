import type { Registry, RemoteRelease } from '@carrel/shared/releases';

import { report } from '../telemetry/report.ts';
import { DEADLINE_MS, importModule, registerRelease } from './federation.ts';
import { choiceOf, currentRegistry, takeRegistry } from './registry/registry-store.ts';

/**
 * Where a module of a remote stands. `refused` and `failed` carry the reason; a retry brings a failed
 * one back to loading, and a registry that names another release does so for both.
 */
export type RemoteState =
  | { status: 'absent' }
  | { status: 'loading' }
  | { status: 'ready'; exports: unknown; version: string }
  | { status: 'refused'; reason: string }
  | { status: 'failed'; reason: Error };

/** A release that runs in this page, by the name that the federation runtime knows it by. */
export interface RunningRelease {
  release: RemoteRelease;
  name: string;
}

const ABSENT: RemoteState = { status: 'absent' };
const LOADING: RemoteState = { status: 'loading' };

/**
 * How long it takes at most, in milliseconds, until a module is there or has failed: releases that
 * stand in for each other, and the registry that is asked for between, all in all.
 */
const PATIENCE_MS = 9000;

const states = new Map<string, RemoteState>();
const loads = new Map<string, Promise<RemoteState>>();
const running = new Map<string, RunningRelease>();
/** Releases that did not run: they are not tried again by themselves. */
const failedVersions = new Map<string, string>();
const listeners = new Set<() => void>();

let inUse: Registry = { remotes: {} };
let askForRegistry = (): Promise<void> => Promise.resolve();

const keyOf = (remote: string, module: string) => `${remote}${module.slice(1)}`;

/** Calls everybody who listens. */
export function tellListeners(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change of any module's state, until the answer is called. */
export function subscribeToRemotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where a failed load looks for a newer registry, which it is to hand to `setRegistry`. */
export function askForRegistryWith(ask: () => Promise<void>): void {
  askForRegistry = ask;
}

/** Looks for a newer registry now. */
export function lookForRegistry(): Promise<void> {
  return askForRegistry();
}

/**
 * Takes a registry, that of the page or a newer one. What could not be loaded under the one before is
 * absent again; what runs stays.
 */
export function setRegistry(next: Registry): void {
  const changed = takeRegistry(next);
  noteReleasesInUse();
  for (const remote of changed) {
    for (const [key, { status }] of states) {
      if (!key.startsWith(`${remote}/`)) continue;
      if (status === 'failed' || status === 'refused') states.delete(key);
    }
  }
  tellListeners();
}

/**
 * The registry with the release of each remote that runs, or would, or would be refused: what there
 * is to navigate to. The same object until that changes.
 */
export function registryInUse(): Registry {
  return inUse;
}

function noteReleasesInUse(): void {
  const { remotes } = currentRegistry();
  const releases = Object.entries(remotes).map(([remote, registered]) => [
    remote,
    running.get(remote)?.release ?? choiceOf(remote)?.releases[0] ?? registered,
  ]);
  inUse = { remotes: Object.fromEntries(releases) };
}

/** The remotes that bring screens for signed-in people. */
export function signedInRemotes(): string[] {
  return Object.entries(inUse.remotes)
    .filter(([, { routes }]) =>
      routes.some(({ access }) => access === 'user' || access === 'organization'),
    )
    .map(([remote]) => remote);
}

/** The state of a module now. The same object until it changes. */
export function remoteState(remote: string, module: string): RemoteState {
  return states.get(keyOf(remote, module)) ?? ABSENT;
}

/** The release of a remote that runs; undefined while none does. */
export function runningRelease(remote: string): RunningRelease | undefined {
  return running.get(remote);
}

/** The version of a remote that did not run when it was tried last. */
export function failedVersion(remote: string): string | undefined {
  return failedVersions.get(remote);
}

/** Notes that a release did not run. */
export function noteFailedVersion(remote: string, version: string): void {
  failedVersions.set(remote, version);
}

/** Puts modules of another release in the place of those that run. What failed before is absent. */
export function replaceRunning(
  remote: string,
  next: RunningRelease,
  modules: ReadonlyMap<string, unknown>,
): void {
  running.set(remote, next);
  noteReleasesInUse();
  for (const key of states.keys()) {
    if (key.startsWith(`${remote}/`) && !loads.has(key)) states.delete(key);
  }
  const { version } = next.release;
  for (const [module, exports] of modules) {
    states.set(keyOf(remote, module), { status: 'ready', exports, version });
  }
  tellListeners();
}

/** Whether a module failed or was refused, and nobody tried it again. */
export function hasFailures(): boolean {
  return [...states.values()].some(({ status }) => status === 'failed' || status === 'refused');
}

/** The modules of a remote that are ready. */
export function readyModules(remote: string): string[] {
  return [...states]
    .filter(([key, { status }]) => key.startsWith(`${remote}/`) && status === 'ready')
    .map(([key]) => `.${key.slice(remote.length)}`);
}

function setState(key: string, state: RemoteState): RemoteState {
  states.set(key, state);
  tellListeners();
  return state;
}

function noteFailure(remote: string, version: string, error: unknown): void {
  report({ kind: 'remote-failed', remote, version, reason: asError(error).message });
}

function noteRefusal(remote: string, reason: string): void {
  const version = currentRegistry().remotes[remote]?.version ?? 'none';
  report({ kind: 'remote-refused', remote, version, reason });
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Loads a module from one release. What else is loaded of the remote then comes from it too. */
async function loadFrom(
  remote: string,
  module: string,
  release: RemoteRelease,
  { again, deadline }: { again: boolean; deadline: number },
): Promise<RemoteState> {
  const before = running.get(remote);
  const known = before?.release.version === release.version ? before : undefined;
  const name = again || known === undefined ? registerRelease(remote, release, again) : known.name;
  const started = performance.now();
  const exports = await importModule(name, module, deadline);
  const milliseconds = Math.round(performance.now() - started);
  report({ kind: 'remote-loaded', remote, version: release.version, milliseconds });
  if (known === undefined) {
    running.set(remote, { release, name });
    noteReleasesInUse();
  }
  return { status: 'ready', exports, version: release.version };
}

/**
 * One go at a module. All modules of a remote come from one release, once it runs. A retry asks past
 * every cache, and takes the previous release where the current one fails once more.
 */
async function attempt(
  remote: string,
  module: string,
  { again, until }: { again: boolean; until: number },
): Promise<RemoteState> {
  const choice = choiceOf(remote);
  if (choice === undefined) {
    const error = new Error(`${remote} is not in the registry.`);
    noteFailure(remote, 'none', error);
    throw error;
  }
  const own = running.get(remote);
  const candidates = own === undefined ? choice.releases : [own.release];
  const tried = again ? candidates : candidates.slice(0, 1);
  if (choice.refusal !== undefined) noteRefusal(remote, choice.refusal);
  if (tried.length === 0) return { status: 'refused', reason: choice.refusal ?? '' };
  const each = DEADLINE_MS / tried.length;
  let reason: unknown;
  for (const release of tried) {
    try {
      const deadline = Math.round(Math.min(each, until - performance.now()));
      return await loadFrom(remote, module, release, { again, deadline });
    } catch (error) {
      reason ??= error;
      noteFailure(remote, release.version, error);
      if (own === undefined) noteFailedVersion(remote, release.version);
    }
  }
  throw reason;
}

async function load(remote: string, module: string, again: boolean): Promise<RemoteState> {
  const key = keyOf(remote, module);
  setState(key, LOADING);
  const tried = choiceOf(remote);
  const until = performance.now() + PATIENCE_MS;
  const go = async (anew: boolean): Promise<RemoteState> => {
    try {
      return await attempt(remote, module, { again: anew, until });
    } catch (error) {
      return { status: 'failed', reason: asError(error) };
    }
  };
  let ended = await go(again);
  if (ended.status !== 'ready') {
    // Its files may be gone because a newer release took their place.
    await askForRegistry();
    const named = choiceOf(remote)?.releases[0]?.version;
    if (named !== undefined && named !== tried?.releases[0]?.version) ended = await go(false);
  }
  loads.delete(key);
  return setState(key, ended);
}

function start(remote: string, module: string, again: boolean): Promise<RemoteState> {
  const key = keyOf(remote, module);
  const started = loads.get(key) ?? load(remote, module, again);
  if (states.get(key)?.status === 'loading') loads.set(key, started);
  return started;
}

/**
 * Loads a module that nobody asked for before, and answers with where it ended, now or then. Never
 * rejects.
 */
export function ensureRemote(remote: string, module: string): Promise<RemoteState> {
  const state = remoteState(remote, module);
  const open = state.status === 'absent' || state.status === 'loading';
  return open ? start(remote, module, false) : Promise.resolve(state);
}

/** The same for one that failed, which is tried again from its remote's first request on. */
export function retryRemote(remote: string, module: string): Promise<RemoteState> {
  const { status } = remoteState(remote, module);
  return status === 'failed' || status === 'refused'
    ? start(remote, module, true)
    : ensureRemote(remote, module);
}
