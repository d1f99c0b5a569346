import { expect, test } from 'vitest';

import type { Lockfile } from './read-lockfile.ts';
import { shrinkwrap } from './shrinkwrap.ts';

const lockfile = (
  snapshots: Lockfile['snapshots'],
  packages: Lockfile['packages'] = {},
): Lockfile => ({
  importers: {},
  snapshots,
  packages,
});

test('one version of a package is installed once, another one below what needs it', () => {
  const locked = lockfile({
    'a@1.0.0': { dependencies: { b: '1.0.0', c: '1.0.0' } },
    'b@1.0.0': { dependencies: { c: '2.0.0' } },
    'c@1.0.0': {},
    'c@2.0.0': {},
    '@scope/d@1.0.0(a@1.0.0)': { dependencies: { a: '1.0.0' } },
  });
  expect(shrinkwrap(locked, { a: '1.0.0', '@scope/d': '1.0.0(a@1.0.0)' })).toEqual({
    'node_modules/@scope/d': { version: '1.0.0', dependencies: { a: '1.0.0' } },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '1.0.0', c: '1.0.0' } },
    'node_modules/b': { version: '1.0.0', dependencies: { c: '2.0.0' } },
    'node_modules/b/node_modules/c': { version: '2.0.0' },
    'node_modules/c': { version: '1.0.0' },
  });
});

test('what some systems need is optional there, with its systems and its hash', () => {
  const locked = lockfile(
    {
      'image@1.0.0': { optionalDependencies: { 'image-linux': '1.0.0' } },
      'image-linux@1.0.0': { dependencies: { base: '1.0.0' } },
      'base@1.0.0': {},
    },
    {
      'image-linux@1.0.0': { resolution: { integrity: 'sha512-a' }, os: ['linux'], cpu: ['x64'] },
    },
  );
  expect(shrinkwrap(locked, { image: '1.0.0' })).toEqual({
    'node_modules/image': { version: '1.0.0', optionalDependencies: { 'image-linux': '1.0.0' } },
    'node_modules/image-linux': {
      version: '1.0.0',
      integrity: 'sha512-a',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      dependencies: { base: '1.0.0' },
    },
    'node_modules/base': { version: '1.0.0', optional: true },
  });
});

test('what is needed by one and optional for another is needed', () => {
  const locked = lockfile({
    'a@1.0.0': { optionalDependencies: { b: '1.0.0' } },
    'b@1.0.0': { dependencies: { c: '1.0.0' } },
    'c@1.0.0': {},
    'd@1.0.0': { dependencies: { b: '1.0.0' } },
  });
  const { 'node_modules/b': b, 'node_modules/c': c } = shrinkwrap(locked, {
    a: '1.0.0',
    d: '1.0.0',
  });
  expect([b?.optional, c?.optional]).toEqual([undefined, undefined]);
});

test('peers that may be absent are left out', () => {
  const locked = lockfile(
    { 'a@1.0.0(types@1.0.0)': { optionalDependencies: { types: '1.0.0' } }, 'types@1.0.0': {} },
    { 'a@1.0.0': { resolution: {}, peerDependenciesMeta: { types: { optional: true } } } },
  );
  expect(shrinkwrap(locked, { a: '1.0.0(types@1.0.0)' })).toEqual({
    'node_modules/a': { version: '1.0.0' },
  });
});
