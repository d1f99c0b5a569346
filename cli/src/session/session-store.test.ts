import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { SessionStore } from './session-store.ts';

const SERVER = 'http://localhost:3000';
const SESSION = { cookies: [{ name: 'carrel_access', value: 'secret', path: '/api' }] };
const { signal } = new AbortController();

let folder = '';
let store: SessionStore;

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'carrel-cli-')), 'carrel');
  store = new SessionStore(folder);
});
afterEach(() => rm(path.dirname(folder), { recursive: true }));

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

test('a session is in a file that only its owner may read, in a folder that only they may enter', async () => {
  await mkdir(folder, { mode: 0o755 });
  await store.write(SERVER, SESSION);
  expect(await store.read(SERVER)).toEqual(SESSION);
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  expect(await modeOf(folder)).toBe('700');
  expect(await modeOf(path.join(folder, files[0] ?? ''))).toBe('600');
});

test('each server has a session of its own', async () => {
  await store.write(SERVER, SESSION);
  expect(await store.read('https://carrel.example.com')).toEqual({ cookies: [] });
  await store.delete(SERVER);
  expect(await store.read(SERVER)).toEqual({ cookies: [] });
});

test('a reader that comes while many write never sees half a file', async () => {
  await store.write(SERVER, SESSION);
  const writes = Promise.all(Array.from({ length: 50 }, () => store.write(SERVER, SESSION)));
  for (let times = 0; times < 50; times += 1) expect(await store.read(SERVER)).toEqual(SESSION);
  await writes;
  expect(await readdir(folder)).toHaveLength(1);
});

test('a damaged file is named, with what to do', async () => {
  await store.setDefaultServer(SERVER);
  await writeFile(path.join(folder, 'default.json'), '{');
  await expect(store.defaultServer()).rejects.toThrow(/default\.json is damaged\. Delete it/u);
});

test('two that change a session do so one after the other, also after one that was killed', async () => {
  const left = path.join(folder, `${encodeURIComponent(SERVER)}.json.lock`);
  await mkdir(folder);
  await writeFile(left, '');
  await utimes(left, 0, 0);
  let running = 0;
  let most = 0;
  const work = () =>
    store.locked(SERVER, signal, async () => {
      running += 1;
      most = Math.max(most, running);
      await store.write(SERVER, SESSION);
      running -= 1;
    });
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
  expect(await readdir(folder)).toHaveLength(1);
});
