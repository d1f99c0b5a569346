import * as v from 'valibot';

import type { ArchiveStorage } from '../../platform/storage/archive-storage.ts';
import { openStorage, storageLocation } from '../../platform/storage/open-storage.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { VERSION_BEFORE_BASELINE } from '../../platform/database/migrations/baseline.ts';
import {
  migrate,
  selectMigrations,
  type Migration,
} from '../../platform/database/migrations/migrate.ts';
import { VersionSkipped } from '../../platform/database/migrations/migration-mismatch.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { isInProgress } from '../../processing/rows/is-in-progress.ts';
import { addJobs } from '../../jobs/job-repository.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { openBackup, type BackupReader } from './backup-reader.ts';
import { BackupRefused } from './backup-refused.ts';
import { fileEntry, JOBS_ENTRY, tableEntry, type Manifest } from './manifest.ts';
import { batchesOf, insertLines } from './table-rows.ts';
import { updateUncounted } from '../../processing/rows/document-writes/write-documents.ts';

type RestoreSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'storageUrl'>;

const jobSchema = v.object({
  name: v.string(),
  data: v.record(v.string(), v.unknown()),
  start_after: v.string(),
});

/**
 * Restores a backup into an empty database and an empty storage of any kind, and returns its manifest.
 * @throws {BackupRefused} before anything is written, for a backup that is incomplete or altered and for a
 * database or storage that is not empty.
 */
export async function restoreBackup(settings: RestoreSettings, path: string): Promise<Manifest> {
  const backup = await openBackup(path);
  try {
    const { manifest } = backup;
    const migrations = migrationsOf(manifest);
    const database = await openDatabase(settings);
    try {
      await refuseUsedDatabase(database);
      const storage = await openStorage(storageLocation(settings));
      if ((await storage.list()).length > 0) {
        throw new BackupRefused(
          'The storage holds files already. A backup goes into an empty one.',
        );
      }
      await storeFiles(backup, storage);
      await migrate(database, migrations);
      await database.transaction((tx) => fillTables(backup, tx));
      // No instance runs on it yet.
      await migrate(database, undefined, { finish: true });
      if (manifest.jobs !== undefined) await addEarlierJobs(backup, manifest.jobs, database);
      return manifest;
    } finally {
      await database.close();
    }
  } finally {
    await backup.close();
  }
}

/** @throws {BackupRefused} for a backup of a version that this one does not upgrade. */
function migrationsOf(manifest: Manifest): Migration[] {
  try {
    return selectMigrations(manifest.migrations);
  } catch (error) {
    if (!(error instanceof VersionSkipped)) throw error;
    throw new BackupRefused(
      `The backup is of an earlier version of Carrel than this version can restore: restore it with version ${VERSION_BEFORE_BASELINE}, and back it up again.`,
    );
  }
}

async function refuseUsedDatabase(database: Database): Promise<void> {
  const used = await database.query(
    `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND (n.nspname = current_schema() OR n.nspname = 'pgboss') LIMIT 1`,
  );
  if (used.length === 0) return;
  throw new BackupRefused('The database holds tables already. A backup goes into an empty one.');
}

async function storeFiles(backup: BackupReader, storage: ArchiveStorage): Promise<void> {
  for (const { key, size, sha256 } of backup.manifest.files) {
    const staged = await storage.stage(backup.read(fileEntry(key), sha256), size);
    await staged.keep(key);
  }
}

async function fillTables(backup: BackupReader, tx: Queryable): Promise<void> {
  const { tables } = backup.manifest;
  const eachTable = async (change: string) => {
    for (const { name } of tables) await tx.query(`ALTER TABLE "${name}" ${change}`);
  };
  // The backup contains the rows that triggers would write.
  await eachTable('DISABLE TRIGGER USER');
  for (const { name, rows, sha256 } of tables) {
    const inserted = await insertLines(tx, name, backup.read(tableEntry(name), sha256));
    if (inserted !== rows) throw new BackupRefused(`The backup lacks rows of ${name}.`);
  }
  await eachTable('ENABLE TRIGGER USER');
  await restartIdentities(tx);
  await releaseWork(tx);
  await tx.query('ANALYZE');
}

/** Makes what runs had claimed wait again. */
async function releaseWork(tx: Queryable): Promise<void> {
  await tx.query(
    `${updateUncounted('attempt = NULL')} WHERE (${isInProgress('d')} OR d.ocr_left > 0) AND attempt IS NOT NULL`,
  );
  await tx.query(
    `UPDATE archives SET attempt = NULL WHERE status = 'pending' AND attempt IS NOT NULL`,
  );
  await tx.query(`${updateUncounted('turn = NULL')} WHERE reprocessing AND turn IS NOT NULL`);
  await tx.query('UPDATE jobs SET claimed_by = NULL, claimed_until = NULL');
}

/** Sets identity columns to continue after the numbers of the backup. */
async function restartIdentities(tx: Queryable): Promise<void> {
  const columns = await tx.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  );
  for (const { table, column } of columns) {
    await tx.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max("${column}"), 0) + 1, false) FROM "${table}"`,
      [`"${table}"`, column],
    );
  }
}

/** Adds the jobs of a backup of an earlier release; the next start runs them. */
async function addEarlierJobs(
  backup: BackupReader,
  { sha256 }: NonNullable<Manifest['jobs']>,
  database: Database,
): Promise<void> {
  for await (const lines of batchesOf(backup.read(JOBS_ENTRY, sha256))) {
    for (const { name, data, start_after } of lines.map((line) =>
      v.parse(jobSchema, JSON.parse(line)),
    )) {
      const afterSeconds = (Date.parse(start_after) - Date.now()) / 1000;
      await addJobs(database, name, [{ payload: data }], Math.max(0, afterSeconds));
    }
  }
}
