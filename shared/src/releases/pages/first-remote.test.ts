import { expect, test } from 'vitest';

import { firstRemote } from './first-remote.ts';
import type { RemoteRoute } from '../registry/registry.ts';

const remote = (routes: RemoteRoute[]) => ({
  version: '1',
  entry: '/entry.js',
  chunks: {},
  integrity: {},
  requires: { shellApi: '^1.0.0', shared: {} },
  routes,
});

const releases = {
  'mf-auth': remote([
    { path: '/login', access: 'guest' },
    { path: '/accounts/email-confirm/:token?', access: 'public' },
  ]),
  'mf-datasets': remote([
    { path: '/datasets', access: 'organization' },
    { path: '/datasets/:datasetId?/documents', access: 'organization' },
  ]),
};

test.each([
  ['/login', false, 'mf-auth'],
  ['/login', true, undefined],
  ['/accounts/email-confirm/abc', false, 'mf-auth'],
  ['/accounts/email-confirm/', true, 'mf-auth'],
  ['/datasets', true, 'mf-datasets'],
  ['/datasets/', true, 'mf-datasets'],
  ['/datasets/7/documents', true, 'mf-datasets'],
  ['/datasets/documents', true, 'mf-datasets'],
  ['/datasets//documents', true, 'mf-datasets'],
  ['/datasets/7/documents/more', true, undefined],
  ['/datasets/7/documents', false, 'mf-auth'],
  ['/dashboard', true, undefined],
  ['/nowhere', false, 'mf-auth'],
])('at %s, signed in: %s, the first remote is %s', (pathname, signedIn, expected) => {
  expect(firstRemote(releases, pathname, signedIn)).toBe(expected);
});
