import { expect, test } from 'vitest';

import type { Registry, RemoteRelease } from '@carrel/shared/releases';
import { registerRelease, rollBack } from './register-release.ts';

const release = (version: string): RemoteRelease => ({
  version,
  entry: `/remotes/mf-one/${version}/entry.js`,
  chunks: {},
  integrity: {},
  requires: { shellApi: '^1.0.0', shared: {} },
  routes: [],
});

const nothing: Registry = { remotes: {} };
const others: Registry = { remotes: { 'mf-two': release('x') }, overridesAllowed: true };
const channel = { name: 'early', share: 5, release: release('9') };

test('the first release has no previous one', () => {
  expect(registerRelease(nothing, 'mf-one', release('1'))).toEqual({
    remotes: { 'mf-one': release('1') },
  });
});

test('a release keeps only the previous one, and leaves the rest of the registry unchanged', () => {
  const first = registerRelease(others, 'mf-one', release('1'));
  const second = registerRelease(first, 'mf-one', release('2'));
  const third = registerRelease(second, 'mf-one', release('3'));
  expect(third).toEqual({
    ...others,
    remotes: { ...others.remotes, 'mf-one': { ...release('3'), previous: release('2') } },
  });
});

test('a release that is already current changes nothing', () => {
  const first = registerRelease(others, 'mf-one', release('1'));
  expect(registerRelease(first, 'mf-one', release('1'))).toBe(first);
});

test('a channel is kept by a release and a rollback', () => {
  const first: Registry = { remotes: { 'mf-one': { ...release('1'), channel } } };
  const second = registerRelease(first, 'mf-one', release('2'));
  expect(second.remotes['mf-one']?.channel).toEqual(channel);
  expect(rollBack(second, 'mf-one')).toEqual(first);
});

test('a release that was rolled back is no fallback', () => {
  const second = registerRelease(
    registerRelease(others, 'mf-one', release('1')),
    'mf-one',
    release('2'),
  );
  const back = rollBack(second, 'mf-one');
  expect(back.remotes['mf-one']).toEqual(release('1'));
  expect(() => rollBack(back, 'mf-one')).toThrow(
    'mf-one has no release before the current one to go back to.',
  );
});

test('what only the newer release declares goes with it, and what only the older one does', () => {
  const sidebar = [{ to: '/one', label: 'One', icon: 'star' }];
  const first = registerRelease(others, 'mf-one', release('1'));
  const second = registerRelease(first, 'mf-one', { ...release('2'), sidebar });
  expect(rollBack(second, 'mf-one').remotes['mf-one']).toEqual(release('1'));
  const third = registerRelease(second, 'mf-one', release('3'));
  expect(third.remotes['mf-one']).toEqual({
    ...release('3'),
    previous: { ...release('2'), sidebar },
  });
});
