import { expect, test } from 'vitest';

import { salvageRegistry, unreadableRemotes } from './salvage-registry.ts';

const release = (version: string) => ({
  version,
  entry: `/remotes/mf-a/${version}/entry.js`,
  chunks: {},
  integrity: {},
  requires: { shellApi: '^1.0.0', shared: {} },
  routes: [{ path: '/a', access: 'user' as const }],
});

test('a valid registry is returned as it is', () => {
  const registry = { remotes: { 'mf-a': release('2'), 'mf-b': release('1') } };
  expect(salvageRegistry(registry)).toEqual(registry);
});

test.each([
  ['has no entry', { ...release('2'), entry: undefined }],
  ['has a wrong type', { ...release('2'), routes: 'all' }],
  ['is nothing', null],
])('a remote that %s is left out alone', (_, broken) => {
  const registry = { remotes: { 'mf-a': broken, 'mf-b': release('1') } };
  const salvaged = { remotes: { 'mf-b': release('1') } };
  expect(salvageRegistry(registry)).toEqual(salvaged);
  expect(unreadableRemotes(registry, salvaged)).toEqual(['mf-a']);
});

test('an invalid remote falls back to its previous release', () => {
  const registry = { remotes: { 'mf-a': { version: 2, previous: release('1') } } };
  expect(salvageRegistry(registry)).toEqual({ remotes: { 'mf-a': release('1') } });
});

test.each([[undefined], [null], ['<!doctype html>'], [{}], [{ remotes: 7 }]])(
  'what is no registry is none: %s',
  (registry) => {
    expect(salvageRegistry(registry)).toBeUndefined();
  },
);
