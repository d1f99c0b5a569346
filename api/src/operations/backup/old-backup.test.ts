import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { expect, onTestFinished, test } from 'vitest';

import { migrationsBeforeBaseline } from '../../platform/database/migrations/baseline.ts';
import { createBackupWriter } from './backup-writer.ts';
import { JOBS_ENTRY, MANIFEST_ENTRY, type Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

test('a backup of a version that this one does not upgrade is refused before anything is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'old.zip');
  const writer = await createBackupWriter(path);
  const manifest: Manifest = {
    format: 1,
    made_at: new Date().toISOString(),
    migrations: migrationsBeforeBaseline().slice(0, 50),
    tables: [],
    jobs: { rows: 0, sha256: createHash('sha256').digest('hex') },
    files: [],
  };
  await writer.add(JOBS_ENTRY, Readable.from([]));
  await writer.add(MANIFEST_ENTRY, Readable.from([Buffer.from(JSON.stringify(manifest))]));
  await writer.finish();
  const settings = {
    databaseUrl: undefined,
    storageUrl: undefined,
    dataDirectory: join(folder, 'untouched'),
  };
  await expect(restoreBackup(settings, path)).rejects.toThrow(
    'restore it with version 1.0.0 (commit 3cec5089), and back it up again.',
  );
  expect(await readdir(folder)).toEqual(['old.zip']);
});
