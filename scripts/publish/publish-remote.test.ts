import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { RemoteRelease } from '@carrel/shared/releases';
import { publishRemote } from './publish-remote.ts';
import { editRegistry, readRegistry } from './registry-file.ts';

let home = '';
let folder = '';

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'carrel-publish-'));
  folder = path.join(home, 'console');
  await mkdir(folder);
});

afterEach(() => rm(home, { recursive: true, force: true }));

/** Creates a build of a remote as the bundler does. */
async function built(name: string, version: string): Promise<string> {
  const staged = path.join(home, 'staging', name);
  await rm(staged, { recursive: true, force: true });
  await mkdir(staged, { recursive: true });
  const url = `/remotes/${name}/${version}/entry.js`;
  const release: RemoteRelease = {
    version,
    entry: url,
    chunks: {},
    integrity: { [url]: 'sha384-AAAA' },
    requires: { shellApi: '^1.0.0', shared: {} },
    routes: [],
  };
  await writeFile(path.join(staged, 'entry.js'), `run("${version}");`);
  await writeFile(path.join(staged, 'release.json'), JSON.stringify(release));
  return staged;
}

const publish = async (name: string, version: string) =>
  publishRemote({ name, staged: await built(name, version), folder });

test('a release has its own folder, with compressed copies, and the earlier one stays', async () => {
  await publish('mf-one', 'v1');
  const { changed } = await publish('mf-one', 'v2');
  expect(changed).toBe(true);
  const files = (version: string) => readdir(path.join(folder, 'remotes/mf-one', version));
  expect(await files('v1')).toEqual(await files('v2'));
  expect(await files('v2')).toEqual(expect.arrayContaining(['entry.js', 'entry.js.br']));
  const { remotes } = await readRegistry(folder);
  expect(remotes['mf-one']?.version).toBe('v2');
  expect(remotes['mf-one']?.previous?.version).toBe('v1');
});

test('a release that is published already changes no file', async () => {
  await publish('mf-one', 'v1');
  const before = await readFile(path.join(folder, 'registry.json'), 'utf8');
  await writeFile(path.join(folder, 'remotes/mf-one/v1/entry.js'), 'as it was served');
  expect((await publish('mf-one', 'v1')).changed).toBe(false);
  expect(await readFile(path.join(folder, 'registry.json'), 'utf8')).toBe(before);
  const entry = path.join(folder, 'remotes/mf-one/v1/entry.js');
  expect(await readFile(entry, 'utf8')).toBe('as it was served');
});

test('the last few releases stay, and whatever the registry names', async () => {
  const versions = Array.from({ length: 9 }, (_, number) => `v${number}`);
  for (const [number, version] of versions.entries()) {
    await publish('mf-one', version);
    const at = new Date(Date.UTC(2026, 0, 1 + number));
    await utimes(path.join(folder, 'remotes/mf-one', version), at, at);
    if (version === 'v0') {
      await editRegistry(folder, (registry) => {
        const remote = registry.remotes['mf-one'];
        if (remote === undefined) return registry;
        const channel = { name: 'old', share: 1, release: remote };
        return { remotes: { 'mf-one': { ...remote, channel } } };
      });
    }
  }
  const kept = (await readdir(path.join(folder, 'remotes/mf-one'))).sort();
  expect(kept).toEqual(['v0', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8']);
});

test('remotes that are released at the same time all end up in the registry', async () => {
  const names = ['mf-one', 'mf-two', 'mf-three', 'mf-four'];
  await Promise.all(names.map((name) => publish(name, 'v1')));
  expect(Object.keys((await readRegistry(folder)).remotes).sort()).toEqual(names.toSorted());
});

test('an invalid registry is not overwritten', async () => {
  await writeFile(path.join(folder, 'registry.json'), '{"remotes": {"mf-one": {"version": 7}}}');
  await expect(publish('mf-one', 'v1')).rejects.toThrow(
    /registry\.json cannot be used:\s+remotes\.mf-one\.version: /,
  );
});

test('the lock of a process that has ended is taken over', async () => {
  // No process has this id: it is above the maximum.
  await writeFile(path.join(folder, 'registry.json.lock'), '99999999');
  expect((await publish('mf-one', 'v1')).changed).toBe(true);
});

test('a release that is not valid does not reach the registry', async () => {
  const staged = await built('mf-one', 'v1');
  const file = path.join(staged, 'release.json');
  const release = JSON.parse(await readFile(file, 'utf8')) as RemoteRelease;
  const sidebar = [{ to: '/one', label: 'x'.repeat(255), icon: 'star' }];
  await writeFile(file, JSON.stringify({ ...release, sidebar }));
  await expect(publishRemote({ name: 'mf-one', staged, folder })).rejects.toThrow(
    'remotes.release.sidebar.0.label: A text here has at most 60 characters.',
  );
  expect(await readRegistry(folder)).toEqual({ remotes: {} });
});
