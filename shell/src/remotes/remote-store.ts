import type { Registry } from '@carrel/shared/contract';

import { report } from '../telemetry/report.ts';
import { importModule, registerRelease } from './federation.ts';

/** Where a module of a remote stands. `failed` carries the reason; a retry brings it back to loading. */
export type RemoteState =
  | { status: 'absent' }
  | { status: 'loading' }
  | { status: 'ready'; exports: unknown }
  | { status: 'failed'; reason: Error };

const ABSENT: RemoteState = { status: 'absent' };
const LOADING: RemoteState = { status: 'loading' };

let registry: Registry = { remotes: {} };
const states = new Map<string, RemoteState>();
const running = new Map<string, Promise<RemoteState>>();
const listeners = new Set<() => void>();

const keyOf = (remote: string, module: string) => `${remote}${module.slice(1)}`;

/** Takes the registry of this page; every remote is loaded from where it says. */
export function setRegistry(next: Registry): void {
  registry = next;
}

/** The registry that remotes are loaded from. */
export function currentRegistry(): Registry {
  return registry;
}

/** The remotes that bring screens for signed-in people. */
export function signedInRemotes(): string[] {
  return Object.entries(registry.remotes)
    .filter(([, { routes }]) =>
      routes.some(({ access }) => access === 'user' || access === 'organization'),
    )
    .map(([remote]) => remote);
}

/** The state of a module now. The same object until it changes. */
export function remoteState(remote: string, module: string): RemoteState {
  return states.get(keyOf(remote, module)) ?? ABSENT;
}

/** Calls `listener` after every change of any module's state, until the answer is called. */
export function subscribeToRemotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setState(key: string, state: RemoteState): RemoteState {
  states.set(key, state);
  for (const listener of listeners) listener();
  return state;
}

async function load(remote: string, module: string, again: boolean): Promise<RemoteState> {
  const key = keyOf(remote, module);
  const release = registry.remotes[remote];
  const version = release?.version ?? 'none';
  const started = performance.now();
  setState(key, LOADING);
  try {
    if (release === undefined) throw new Error(`${remote} is not in the registry.`);
    const name = registerRelease(remote, release, again);
    const state: RemoteState = { status: 'ready', exports: await importModule(name, module) };
    const milliseconds = Math.round(performance.now() - started);
    report({ kind: 'remote-loaded', remote, version, milliseconds });
    return setState(key, state);
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    report({ kind: 'remote-failed', remote, version, reason: reason.message });
    return setState(key, { status: 'failed', reason });
  } finally {
    running.delete(key);
  }
}

/**
 * Loads a module unless it is loaded or on its way, and answers with where it ended. A failed one is
 * tried again, from its remote's first request on. Never rejects.
 */
export function ensureRemote(remote: string, module: string): Promise<RemoteState> {
  const state = remoteState(remote, module);
  if (state.status === 'ready') return Promise.resolve(state);
  const key = keyOf(remote, module);
  const started = running.get(key) ?? load(remote, module, state.status === 'failed');
  if (states.get(key)?.status === 'loading') running.set(key, started);
  return started;
}
