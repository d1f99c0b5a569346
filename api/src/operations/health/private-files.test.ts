import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createTestServer } from '@carrel/testing/servers/server-process.ts';
import { SHORT_LIVED } from '@carrel/testing/servers/short-lived.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { requestSnapshot } from '../../platform/database/embedded/folder/snapshot-folder.ts';

const BACKUP = join(import.meta.dirname, '../../../../scripts/operate/backup.ts');
const OTHERS = 0o077;

let folder: string;
let data: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-private-'));
  data = join(folder, 'data');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns what is in a folder, at any depth, links excluded. */
function below(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name);
    if (entry.isSymbolicLink()) return [];
    return entry.isDirectory() ? [inside].concat(below(inside)) : [inside];
  });
}

const modeOf = (path: string) => lstatSync(path).mode & 0o777;
const readableByOthers = (path: string) =>
  [path, ...below(path)].filter((inside) => (modeOf(inside) & OTHERS) !== 0);

/** Starts a server that has stored a mail and an archive, and returns it. */
async function startWithFiles(options = {}) {
  const server = await createTestServer(data, {}, options);
  await server.start();
  await server.signIn();
  const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
  const { id: organizationId } = (await organization.json()) as { id: string };
  const json = { name: 'Library' };
  const dataset = await server.call('POST', '/datasets', { json, organizationId });
  const { id } = (await dataset.json()) as { id: string };
  const body = Uint8Array.from(buildZip([{ name: 'a.txt', content: 'Text.' }]));
  const path = `/datasets/${id}/archives?sync=false`;
  const uploaded = await server.call('POST', path, { body, organizationId });
  expect(uploaded.status).toBe(201);
  return server;
}

test('S5: in a new data directory, no file or folder can be read by another user', async () => {
  const server = await startWithFiles({ createsDatabase: true });
  const snapshot = await requestSnapshot(data);
  expect(snapshot).toBeDefined();
  const backup = join(folder, 'backup.zip');
  const written = spawnSync(process.execPath, [...SHORT_LIVED, BACKUP, backup], {
    env: { PATH: process.env['PATH'], DATA_DIR: data },
    encoding: 'utf8',
  });
  expect(written.stderr).toBe('');
  await server.kill();

  const names = readdirSync(data);
  expect(names).toEqual(expect.arrayContaining(['archives', 'database', 'outbox']));
  expect(readableByOthers(data)).toEqual([]);
  expect(modeOf(join(data, 'database'))).toBe(0o700);
  expect(modeOf(join(data, 'database', 'PG_VERSION'))).toBe(0o600);
  expect(modeOf(backup)).toBe(0o600);
}, 120_000);

test('S5: an old data directory is mended at the start, and what its links lead to is unchanged', async () => {
  const first = await startWithFiles();
  await first.kill();
  for (const path of [data, ...below(data)]) {
    chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666);
  }
  const outside = join(folder, 'outside.txt');
  writeFileSync(outside, 'Of another program.');
  chmodSync(outside, 0o644);
  chmodSync(folder, 0o755);
  symlinkSync(outside, join(data, 'link.txt'));
  symlinkSync(folder, join(data, 'archives', 'link'));

  const server = await createTestServer(data);
  await server.start();
  expect(readableByOthers(data)).toEqual([]);
  expect(modeOf(outside)).toBe(0o644);
  expect(modeOf(folder)).toBe(0o755);
  await server.kill();
}, 120_000);
