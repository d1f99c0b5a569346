import { expect, test } from 'vitest';

import { chooseReleases, readShare, whyRefused } from './choose-releases.ts';
import type { RemoteRelease } from './registry/registry.ts';

const provided = { shellApi: '1.2.0', shared: { react: '19.3.1', jotai: '3.0.1' } };

const release = (
  version: string,
  shellApi = '^1.2.0',
  shared: Record<string, string> = { react: '^19.3.0' },
): RemoteRelease => ({
  version,
  entry: `/remotes/mf-one/${version}/entry.js`,
  chunks: {},
  integrity: {},
  requires: { shellApi, shared },
  routes: [],
});

const versions = (remote: Parameters<typeof chooseReleases>[0], share?: number) =>
  chooseReleases(remote, provided, share).releases.map(({ version }) => version);

test('a release that fits comes first, the previous one second', () => {
  expect(versions({ ...release('2'), previous: release('1') })).toEqual(['2', '1']);
  expect(chooseReleases(release('2'), provided, undefined).refusal).toBeUndefined();
});

test('a release that needs another shell is replaced by the previous one, with the reason', () => {
  const remote = { ...release('2', '^1.3.0'), previous: release('1') };
  expect(versions(remote)).toEqual(['1']);
  expect(chooseReleases(remote, provided, undefined).refusal).toBe(
    'It needs version ^1.3.0 of the shell, which is at 1.2.0.',
  );
});

test('where neither fits there is none', () => {
  expect(versions({ ...release('2', '^2.0.0'), previous: release('1', '^0.9.0') })).toEqual([]);
});

test.each([
  [{ react: '^20.0.0' }, 'It needs version ^20.0.0 of react, which is at 19.3.1.'],
  [{ vue: '^3.0.0' }, 'It needs vue, which the shell does not have.'],
])('shared packages are checked as well', (shared, reason) => {
  expect(whyRefused(release('1', '^1.0.0', shared), provided)).toBe(reason);
});

test('a release of a later major version of the kit is refused; one of a later minor version is not', () => {
  const shell = { shellApi: '1.2.0', shared: { '@carrel/shared': '1.8.0' } };
  const built = (kit?: string) => whyRefused({ ...release('1', '*', {}), kit }, shell);
  expect(built('2.0.0')).toBe(
    'It was built with version 2.0.0 of the remote kit; this shell runs remotes up to version 1 of it.',
  );
  expect(built('1.99.0')).toBeUndefined();
  expect(built('1.6.0')).toBeUndefined();
  expect(built()).toBeUndefined();
});

test('a channel is for browsers below its share', () => {
  const remote = { ...release('2'), channel: { name: 'early', share: 10, release: release('3') } };
  expect(versions(remote, 9)).toEqual(['3', '2']);
  expect(versions(remote, 10)).toEqual(['2']);
  expect(versions(remote)).toEqual(['2']);
});

test.each([
  ['carrel_share=7', 7],
  ['a=1; carrel_share=42; b=2', 42],
  ['a=1;carrel_share=0', 0],
  ['not_carrel_share=7', undefined],
  ['carrel_share=100', undefined],
  ['carrel_share=x', undefined],
  ['', undefined],
])('the share in "%s" is %s', (cookies, share) => {
  expect(readShare(cookies)).toBe(share);
});
