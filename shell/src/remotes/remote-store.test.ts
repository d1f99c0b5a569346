import { init } from '@module-federation/runtime';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { loadRemoteModule } from './load-remote.ts';
import {
  setRegistryRefresh,
  ensureRemote,
  remoteState,
  retryRemote,
  setRegistry,
  subscribeToRemotes,
} from './remote-store.ts';

// The build does this for the shell's entry.
beforeAll(() => {
  init({ name: 'shell', remotes: [] });
});

beforeEach(() => setRegistry({ remotes: {} }));

afterEach(() => {
  setRegistryRefresh(() => Promise.resolve());
  vi.useRealTimers();
});

const releaseOf = (version: string) => ({
  version,
  entry: `/remotes/${version}/entry.js`,
  chunks: {},
  integrity: {},
  requires: { shellApi: '*', shared: {} },
  routes: [],
});

test('a module that was never requested is absent', () => {
  expect(remoteState('mf-one', './routes')).toEqual({ status: 'absent' });
});

test('a remote that the registry lacks fails with that reason, and listeners are called', async () => {
  const seen: string[] = [];
  const unsubscribe = subscribeToRemotes(() => seen.push(remoteState('mf-two', './routes').status));
  const state = await ensureRemote('mf-two', './routes');
  unsubscribe();
  expect(state.status === 'failed' && state.reason.message).toBe('mf-two is not in the registry.');
  expect(seen).toEqual(['loading', 'failed']);
});

test('callers that request a module while it is loading share one attempt', () => {
  setRegistry({ remotes: { 'mf-three': releaseOf('1') } });
  const first = ensureRemote('mf-three', './routes');
  expect(remoteState('mf-three', './routes')).toEqual({ status: 'loading' });
  expect(ensureRemote('mf-three', './routes')).toBe(first);
});

test('a module for the shell itself rejects with the reason', async () => {
  await expect(loadRemoteModule('mf-four', './dialog')).rejects.toThrow(
    'mf-four is not in the registry.',
  );
});

test('a remote that never responds has failed within 10 s, however many of its releases are tried', async () => {
  vi.useFakeTimers();
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
  vi.spyOn(document.head, 'appendChild').mockImplementation((node) => node);
  setRegistry({ remotes: { 'mf-five': { ...releaseOf('5'), previous: releaseOf('4') } } });
  // Meanwhile the registry names a newer release, which does not respond either.
  let next = 6;
  setRegistryRefresh(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    setRegistry({ remotes: { 'mf-five': releaseOf(String(next++)) } });
  });
  for (const load of [ensureRemote, retryRemote]) {
    const loading = load('mf-five', './routes');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(remoteState('mf-five', './routes').status).toBe('failed');
    await loading;
  }
});
