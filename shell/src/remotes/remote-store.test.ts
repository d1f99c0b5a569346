import { init } from '@module-federation/runtime';
import { beforeAll, beforeEach, expect, test } from 'vitest';

import { loadRemoteModule } from './load-remote.ts';
import { ensureRemote, remoteState, setRegistry, subscribeToRemotes } from './remote-store.ts';

// The build does this for the shell's entry.
beforeAll(() => {
  init({ name: 'shell', remotes: [] });
});

beforeEach(() => setRegistry({ remotes: {} }));

test('a module that nobody asked for is absent', () => {
  expect(remoteState('mf-one', './routes')).toEqual({ status: 'absent' });
});

test('a remote that the registry lacks fails with that reason, and tells whoever listens', async () => {
  const seen: string[] = [];
  const unsubscribe = subscribeToRemotes(() => seen.push(remoteState('mf-two', './routes').status));
  const state = await ensureRemote('mf-two', './routes');
  unsubscribe();
  expect(state.status === 'failed' && state.reason.message).toBe('mf-two is not in the registry.');
  expect(seen).toEqual(['loading', 'failed']);
});

test('those who ask while a module is on its way share one attempt', () => {
  const release = {
    version: '1',
    entry: '/remotes/mf-three/entry.js',
    chunks: {},
    integrity: {},
    requires: { shellApi: '^1.0.0', shared: {} },
    routes: [],
  };
  setRegistry({ remotes: { 'mf-three': release } });
  const first = ensureRemote('mf-three', './routes');
  expect(remoteState('mf-three', './routes')).toEqual({ status: 'loading' });
  expect(ensureRemote('mf-three', './routes')).toBe(first);
});

test('a module for the shell itself rejects with the reason', async () => {
  await expect(loadRemoteModule('mf-four', './dialog')).rejects.toThrow(
    'mf-four is not in the registry.',
  );
});
