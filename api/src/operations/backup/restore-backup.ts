import * as v from 'valibot';

import type { ArchiveStorage } from '../../platform/storage/archive-storage.ts';
import type { Queryable } from '../../platform/database/database.ts';
import {
  applySteps,
  earlierSchema,
  recordAll,
  type EarlierSchema,
} from '../../platform/database/migrations/earlier-schema.ts';
import { withRights } from '../../platform/database/open-database.ts';
import { lockMigrations } from '../../platform/database/migrations/migrate.ts';
import { MigrationMismatch } from '../../platform/database/migrations/migration-mismatch.ts';
import {
  readStorageIdentity,
  renewIdentity,
  requireOwnStorage,
  usedByAnother,
} from '../../platform/storage/storage-identity.ts';
import { isInProgress } from '../../processing/rows/is-in-progress.ts';
import { addJobs } from '../../jobs/job-repository.ts';
import { openBackup, type BackupReader } from './backup-reader.ts';
import { BackupRefused } from './backup-refused.ts';
import { fileEntry, JOBS_ENTRY, tableEntry, type Manifest } from './manifest.ts';
import { isDiskFull, restoreFailure } from './restore-failure.ts';
import { openTarget, type RestoreSettings, type RestoreTarget } from './restore-target.ts';
import { batchesOf, insertLines } from './table-rows.ts';
import { updateUncounted } from '../../processing/rows/document-writes/write-documents.ts';

const jobSchema = v.object({
  name: v.string(),
  data: v.record(v.string(), v.unknown()),
  start_after: v.string(),
});

/** Jobs of versions that had one for each archive or document. Rows say now what is to be done. */
const REPLACED_JOBS: ReadonlySet<string> = new Set(['ingest-archive', 'process-documents']);

/**
 * Restores a backup of this version or an earlier one into an empty database and an empty storage of any kind, and
 * returns its manifest. The database is filled in one transaction, and a restore that fails is undone.
 * @throws {BackupRefused} with a sentence for the operator.
 */
export async function restoreBackup(settings: RestoreSettings, path: string): Promise<Manifest> {
  const backup = await openBackup(path);
  const stored: string[] = [];
  let target: RestoreTarget | undefined;
  let isWriting = false;
  try {
    const { manifest } = backup;
    const schema = schemaOf(manifest);
    target = await openTarget(settings, refuseUsedDatabase);
    await refuseUsedStorage(target, manifest);
    isWriting = true;
    await storeFiles(backup, target.storage, stored);
    const { database } = target;
    await withRights(database, () =>
      database.transaction((tx) => fillDatabase(backup, schema, tx)),
    );
    // If this fails, the first start does it.
    await requireOwnStorage(database, target.storage).catch(() => undefined);
    await target.close();
    return manifest;
  } catch (error) {
    const left = (await target?.undo(stored)) ?? [];
    throw isWriting || isDiskFull(error) ? restoreFailure(error, left) : error;
  } finally {
    await backup.close();
  }
}

/** @throws {BackupRefused} for a backup of a later version. */
function schemaOf({ migrations }: Manifest): EarlierSchema {
  try {
    return earlierSchema(migrations);
  } catch (error) {
    if (!(error instanceof MigrationMismatch)) throw error;
    throw new BackupRefused(
      'The backup is of a later version of Carrel, or of one that was never released: restore it with the version that made it.',
      { cause: error },
    );
  }
}

async function refuseUsedDatabase(database: Queryable): Promise<void> {
  const used = await database.query(
    `SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND (n.nspname = current_schema() OR n.nspname = 'pgboss') LIMIT 1`,
  );
  if (used.length === 0) return;
  throw new BackupRefused(
    'The database holds tables already. A backup goes into an empty one: name another one in DATABASE_URL, or another folder in DATA_DIR.',
  );
}

/** A restore that was killed may have left some of the files of this backup. They are replaced. */
async function refuseUsedStorage(
  { keys, storage }: RestoreTarget,
  { files }: Manifest,
): Promise<void> {
  if ((await readStorageIdentity(storage)) !== undefined) throw usedByAnother(storage);
  const own = new Set(files.map(({ key }) => key));
  if ([...keys].every((key) => own.has(key) || key.startsWith('incoming/'))) return;
  throw new BackupRefused(
    'The storage holds files already. A backup goes into an empty one: name another one in STORAGE_URL, or another folder in DATA_DIR.',
  );
}

async function storeFiles(
  backup: BackupReader,
  storage: ArchiveStorage,
  stored: string[],
): Promise<void> {
  for (const { key, size, sha256 } of backup.manifest.files) {
    const staged = await storage.stage(backup.read(fileEntry(key), sha256), size);
    stored.push(key);
    try {
      await staged.keep(key);
    } catch (error) {
      await staged.delete().catch(() => undefined);
      throw error;
    }
  }
}

/** Creates the schema of the backup, fills it, and brings it to this version. */
async function fillDatabase(
  backup: BackupReader,
  { earlier, later }: EarlierSchema,
  tx: Queryable,
): Promise<void> {
  // A server that starts meanwhile waits for the lock, and finds the restored database.
  await lockMigrations(tx);
  await refuseUsedDatabase(tx);
  await applySteps(tx, earlier);
  await fillTables(backup, tx);
  await applySteps(tx, later);
  await recordAll(tx);
  await releaseWork(tx);
  // The copy has an id of its own: it is never taken for the original.
  await renewIdentity(tx);
  if (backup.manifest.jobs !== undefined) await addEarlierJobs(backup, backup.manifest.jobs, tx);
  await tx.query('ANALYZE');
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
  tx: Queryable,
): Promise<void> {
  for await (const lines of batchesOf(backup.read(JOBS_ENTRY, sha256))) {
    for (const { name, data, start_after } of lines.map((line) =>
      v.parse(jobSchema, JSON.parse(line)),
    )) {
      if (REPLACED_JOBS.has(name)) continue;
      const afterSeconds = (Date.parse(start_after) - Date.now()) / 1000;
      await addJobs(tx, name, [{ payload: data }], Math.max(0, afterSeconds));
    }
  }
}
