import { mockApi } from '@carrel/shared/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { fetchRelease, ReleaseError } from './fetch-release.ts';

const release = {
  version: '0123456789abcdef',
  entry: '/remotes/mf-auth/0123456789abcdef/entry.js',
  chunks: { './routes': ['/remotes/mf-auth/0123456789abcdef/routes.js'] },
  integrity: { '/remotes/mf-auth/0123456789abcdef/entry.js': 'sha384-AAAA' },
  requires: { shellApi: '^1.0.0', shared: {} },
  routes: [],
};

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

test.each([
  ['http://localhost:3001', 'release.json', ''],
  ['http://localhost:3001/', 'release.json', ''],
  ['http://localhost:3001/built/mf-auth', 'built/mf-auth/release.json', 'built/mf-auth/'],
  ['http://localhost:3001/built/other.json', 'built/other.json', 'built/'],
])('the files of a release at %s are beside its description', async (address, path, folder) => {
  mockApi.get(path, () => ({ body: release }));
  const home = `http://localhost:3001/${folder}`;
  expect(await fetchRelease(address)).toMatchObject({
    version: release.version,
    entry: `${home}entry.js`,
    chunks: { './routes': [`${home}routes.js`] },
    integrity: { [`${home}entry.js`]: 'sha384-AAAA' },
  });
});

test.each([
  ['is an HTML page', { body: '<!doctype html>' }, 'does not describe a release'],
  ['is other JSON', { body: { version: 1 } }, 'does not describe a release'],
  ['is absent', { status: 404 }, 'answered 404'],
])('a description that %s fails with a sentence', async (_, response, message) => {
  mockApi.get('release.json', () => response);
  const fetched = fetchRelease('http://localhost:3001');
  await expect(fetched).rejects.toBeInstanceOf(ReleaseError);
  await expect(fetched).rejects.toThrow(message);
});
