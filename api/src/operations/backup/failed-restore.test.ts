import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { mountSmallDisk, unmountSmallDisk } from '@carrel/testing/faults/small-disk.ts';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { startS3Server, type S3TestServer } from '@carrel/testing/s3-server.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { openPostgres } from '../../platform/database/postgres/postgres-database.ts';
import { openBackup } from './backup-reader.ts';
import { createBackupWriter } from './backup-writer.ts';
import { fileEntry, MANIFEST_ENTRY, tableEntry, type Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

const GOOD = fileURLToPath(
  new URL('../../../../testing/upgrades/backups/2026-11-28-0957-52562f85.zip', import.meta.url),
);

let folder: string;
let postgres: TestPostgres;
let store: S3TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-failed-'));
  postgres = startTestPostgres();
  store = await startS3Server();
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.stop();
  postgres.close();
  rmSync(folder, { recursive: true });
});

/** Writes a complete backup that differs from the good one by its manifest. */
async function changed(name: string, change: (manifest: Manifest) => Manifest): Promise<string> {
  const path = join(folder, name);
  const [good, writer] = [await openBackup(GOOD), await createBackupWriter(path)];
  const { files, tables } = good.manifest;
  for (const { key, sha256 } of files) {
    await writer.add(fileEntry(key), good.read(fileEntry(key), sha256), { packed: true });
  }
  for (const { name: table, sha256 } of tables) {
    await writer.add(tableEntry(table), good.read(tableEntry(table), sha256));
  }
  const manifest = JSON.stringify(change(good.manifest));
  await writer.add(MANIFEST_ENTRY, ReadableStream.from([Buffer.from(manifest)]));
  await writer.finish();
  await good.close();
  return path;
}

/** Its last table lacks a row: the restore notices it when everything before is there. */
const lacking = (manifest: Manifest): Manifest => ({
  ...manifest,
  tables: manifest.tables.map((table, at, { length }) =>
    at === length - 1 ? { ...table, rows: table.rows + 1 } : table,
  ),
});

async function emptyDatabase(name: string): Promise<string> {
  const maintenance = await openPostgres(postgres.urlOf('postgres'));
  await maintenance.query(`CREATE DATABASE ${name}`);
  await maintenance.close();
  return postgres.urlOf(name);
}

const tablesOf = async (url: string) => {
  const database = await openPostgres(url);
  const tables = await database.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
  );
  await database.close();
  return tables.length;
};

test('a restore that fails leaves the database, the folder and the bucket as they were', async () => {
  const broken = await changed('broken.zip', lacking);
  const databaseUrl = await emptyDatabase('failed');
  const dataDirectory = join(folder, 'a', 'b');
  const inFolder = { databaseUrl, storageUrl: undefined, dataDirectory };
  await expect(restoreBackup(inFolder, broken)).rejects.toThrow(
    /^The restore failed: The backup lacks rows of \w+\. Nothing of it is left\.$/,
  );
  expect(readdirSync(folder)).not.toContain('a');
  expect(await tablesOf(databaseUrl)).toBe(0);

  const inBucket = { ...inFolder, storageUrl: store.url };
  await expect(restoreBackup(inBucket, broken)).rejects.toThrow('lacks rows');
  expect(store.objects.size).toBe(0);
  expect(await tablesOf(databaseUrl)).toBe(0);

  mkdirSync(join(dataDirectory, 'archives'), { recursive: true });
  writeFileSync(join(dataDirectory, 'notes.txt'), 'mine');
  await expect(restoreBackup(inFolder, broken)).rejects.toThrow('lacks rows');
  expect(readdirSync(dataDirectory, { recursive: true })).toHaveLength(2);

  // The next one needs nothing emptied.
  await restoreBackup(inFolder, GOOD);
  expect(await tablesOf(databaseUrl)).toBeGreaterThan(0);
});

test('a restore that fails leaves no embedded database', async () => {
  const dataDirectory = join(folder, 'embedded');
  mkdirSync(dataDirectory);
  const settings = { databaseUrl: undefined, storageUrl: undefined, dataDirectory };
  const broken = await changed('broken-too.zip', lacking);
  await expect(restoreBackup(settings, broken)).rejects.toThrow('Nothing of it is left.');
  expect(readdirSync(dataDirectory)).toEqual([]);
});

test('a backup of a later version is refused', async () => {
  const later = await changed('later.zip', (manifest) => ({
    ...manifest,
    migrations: [...manifest.migrations, { name: '9000-later.sql', checksum: '0'.repeat(64) }],
  }));
  const dataDirectory = join(folder, 'later');
  const settings = { databaseUrl: undefined, storageUrl: undefined, dataDirectory };
  await expect(restoreBackup(settings, later)).rejects.toThrow(
    'The backup is of a later version of Carrel',
  );
  expect(readdirSync(folder)).not.toContain('later');
});

test('the files of a restore that was killed are replaced, and those of others are not', async () => {
  const databaseUrl = await emptyDatabase('killed');
  const dataDirectory = join(folder, 'killed');
  const archives = join(dataDirectory, 'archives');
  mkdirSync(archives, { recursive: true });
  const settings = { databaseUrl, storageUrl: undefined, dataDirectory };
  const good = await openBackup(GOOD);
  const [first] = good.manifest.files;
  await good.close();
  writeFileSync(join(archives, 'a-file-of-somebody'), 'x');
  await expect(restoreBackup(settings, GOOD)).rejects.toThrow('holds files already');
  expect(readdirSync(archives)).toEqual(['a-file-of-somebody']);
  rmSync(join(archives, 'a-file-of-somebody'));
  writeFileSync(join(archives, first?.key ?? ''), 'half');
  await restoreBackup(settings, GOOD);
});

test('a full disk in the middle is named, and nothing is left on it', async ({ skip }) => {
  const disk = join(folder, 'disk');
  skip(!mountSmallDisk(disk, 1), 'This machine mounts no disk.');
  onTestFinished(() => unmountSmallDisk(disk));
  const databaseUrl = await emptyDatabase('filled');
  // All but a page, which holds one file.
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(1024 * 1024 - 3 * 4096));
  const settings = { databaseUrl, storageUrl: undefined, dataDirectory: disk };
  await expect(restoreBackup(settings, GOOD)).rejects.toThrow(
    'The disk is full: a restore needs space for the database and all files. Nothing of it is left.',
  );
  expect(readdirSync(disk)).toEqual(['ballast']);
  expect(await tablesOf(databaseUrl)).toBe(0);
});
