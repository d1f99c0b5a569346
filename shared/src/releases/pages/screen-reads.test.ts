import { expect, test } from 'vitest';

import { routeParameters } from '../registry/route-pattern.ts';
import { screenReads } from './screen-reads.ts';

const read = (path: string) => ({ path, inOrganization: true });

const releases = {
  'mf-datasets': {
    routes: [
      {
        path: '/datasets/:datasetId?/documents',
        access: 'organization' as const,
        reads: [
          read('api/v1/datasets'),
          read('api/v1/datasets/%3AdatasetId/navigate?path=%3Apath&limit=200'),
        ],
      },
      { path: '/datasets', access: 'organization' as const },
    ],
  },
};

const at = (address: string) =>
  screenReads(releases, new URL(address, 'http://console.test')).map(({ path }) => path);

test('a screen’s reads have the parameters of its address', () => {
  expect(at('/datasets/7/documents')).toEqual([
    'api/v1/datasets',
    'api/v1/datasets/7/navigate?limit=200',
  ]);
  expect(at('/datasets/a%2Fb/documents?path=Notes+%26+more%2F%3A1&other=1')).toEqual([
    'api/v1/datasets',
    'api/v1/datasets/a%2Fb/navigate?path=Notes+%26+more%2F%3A1&limit=200',
  ]);
});

test('a read that cannot be decoded is used as it is', () => {
  const routes = [{ path: '/x', access: 'user' as const, reads: [read('api/v1/%zz?a=%zz')] }];
  expect(screenReads({ 'mf-x': { routes } }, new URL('http://console.test/x'))).toEqual([
    read('api/v1/%25zz?a=%25zz'),
  ]);
});

test('a read without a value for its path is left out', () => {
  expect(at('/datasets/documents')).toEqual(['api/v1/datasets']);
  expect(at('/datasets')).toEqual([]);
  expect(at('/nowhere')).toEqual([]);
});

test.each([
  ['/datasets/:datasetId?/documents', '/datasets/7/documents/', { datasetId: '7' }],
  ['/datasets/:datasetId?/documents', '/datasets/documents', {}],
  ['/datasets/:datasetId?/documents', '/datasets/7/more', undefined],
  ['/join/:token', '/join/a%20b', { token: 'a b' }],
  ['/join/:token', '/join/%zz', { token: '%zz' }],
  ['/join/:token', '/join', undefined],
])('%s at %s has the parameters %j', (pattern, path, expected) => {
  expect(routeParameters(pattern, path)).toEqual(expected);
});
