import { expect, test } from 'vitest';

import { describeRegistryProblems } from './registry.ts';

const release = {
  version: '0123456789abcdef',
  entry: '/remotes/mf-one/0123456789abcdef/entry.js',
  chunks: { './routes': ['/remotes/mf-one/0123456789abcdef/routes.js'] },
  integrity: { '/remotes/mf-one/0123456789abcdef/entry.js': 'sha384-AAAA' },
  requires: { shellApi: '^1.0.0', shared: {} },
  routes: [{ path: '/one', access: 'public' }],
};

const problems = (remote: object, rest: object = {}) =>
  describeRegistryProblems({ remotes: { 'mf-one': { ...release, ...remote } }, ...rest });

test('a registry with channels, previous releases and overrides has no problems', () => {
  const channel = { name: 'early', share: 2.5, release };
  expect(problems({ channel, previous: release }, { overridesAllowed: true })).toEqual([]);
});

test.each([
  [{ entry: 'entry.js' }, 'remotes.mf-one.entry: A URL begins with a slash, http:// or https://.'],
  [
    { entry: '//elsewhere/a.js' },
    'remotes.mf-one.entry: A URL begins with a slash, http:// or https://.',
  ],
  [
    { version: '../up' },
    'remotes.mf-one.version: A version has letters, digits, dots and dashes only.',
  ],
  [
    { integrity: { '/a.js': 'md5-AAAA' } },
    'remotes.mf-one.integrity./a.js: An integrity hash begins with sha256-, sha384- or sha512-.',
  ],
  [
    { channel: { name: 'early', share: 101, release } },
    'remotes.mf-one.channel.share: A share is a percentage from 0 to 100.',
  ],
  [
    { routes: [{ path: 'one', access: 'public' }] },
    'remotes.mf-one.routes.0.path: A route begins with a slash.',
  ],
])('a problem is described with its place', (change, sentence) => {
  expect(problems(change)).toEqual([sentence]);
});

test('what is no registry is described too', () => {
  expect(describeRegistryProblems([])).toHaveLength(1);
  expect(describeRegistryProblems({ remotes: { '../mf': release } })[0]).toBe(
    'remotes.../mf: A remote is named by small letters, digits and dashes.',
  );
});
