import type { ArchiveStorage } from '../storage/archive-storage.ts';
import { openStorage, storageLocation } from '../storage/open-storage.ts';
import type { Queryable } from '../database/database.ts';
import { isMigrated, listApplied } from '../database/migrate.ts';
import type { Settings } from '../settings.ts';
import { BackupRefused } from './backup-refused.ts';
import { createBackupWriter, type BackupWriter, type WrittenEntry } from './backup-writer.ts';
import { fileEntry, JOBS_ENTRY, MANIFEST_ENTRY, tableEntry, type Manifest } from './manifest.ts';
import { listNamedFiles, readStored } from './stored-files.ts';
import { linesOf, listTables, rowsOfTable } from './table-rows.ts';
import { withSnapshot } from './with-snapshot.ts';

type BackupSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'storageUrl'>;

/** What still has to be done wherever the backup is restored. */
const JOBS = `SELECT json_build_object(
    'name', name, 'data', data, 'start_after', start_after
  )::text AS line
  FROM pgboss.job WHERE state IN ('created', 'retry', 'active') ORDER BY created_on`;

interface WrittenBackup {
  manifest: Manifest;
  /** Files that the database names and the storage lacks. */
  missing: string[];
}

/**
 * Writes the database, and every stored file that it names, into a new file, while servers go on.
 * @throws {BackupRefused} with a sentence for the operator.
 */
export async function writeBackup(settings: BackupSettings, path: string): Promise<WrittenBackup> {
  const storage = await openStorage(storageLocation(settings));
  const writer = await createBackupWriter(path);
  try {
    const files = new Map<string, WrittenEntry>();
    let missing: string[] = [];
    for (;;) {
      const lackedBefore = missing;
      // Files go in before rows. One that is gone by then may have been purged since the snapshot,
      // of which the next snapshot knows; one that two snapshots name is lost.
      const manifest = await withSnapshot(settings, async (tx) => {
        await refuseOldSchema(tx);
        missing = await copyFiles(tx, storage, writer, files);
        const isSettled = missing.every((key) => lackedBefore.includes(key));
        return isSettled ? writeRows(tx, writer, files) : undefined;
      });
      if (manifest === undefined) continue;
      await writer.add(MANIFEST_ENTRY, one(JSON.stringify(manifest, null, 2)));
      await writer.finish();
      return { manifest, missing };
    }
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function refuseOldSchema(tx: Queryable): Promise<void> {
  if (await isMigrated(tx)) return;
  throw new BackupRefused(
    'The database was made by an earlier version of Carrel: start this version once, then back it up.',
  );
}

/** Copies what is named and not copied yet; gives the keys of what is not there. */
async function copyFiles(
  tx: Queryable,
  storage: ArchiveStorage,
  writer: BackupWriter,
  files: Map<string, WrittenEntry>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const { key } of await listNamedFiles(tx)) {
    if (files.has(key)) continue;
    const pieces = await readStored(storage, key);
    if (pieces === undefined) missing.push(key);
    else files.set(key, await writer.add(fileEntry(key), pieces, { packed: true }));
  }
  return missing;
}

async function writeRows(
  tx: Queryable,
  writer: BackupWriter,
  files: ReadonlyMap<string, WrittenEntry>,
): Promise<Manifest> {
  const addRows = async (entry: string, sql: string) => {
    const counted = { rows: 0 };
    const { sha256 } = await writer.add(entry, linesOf(tx, sql, counted));
    return { rows: counted.rows, sha256 };
  };
  // What was copied for an earlier snapshot, and is not named any more, is no part of the backup.
  const named = new Set((await listNamedFiles(tx)).map(({ key }) => key));
  const kept = [...files].filter(([key]) => named.has(key));
  const tables: Manifest['tables'] = [];
  for (const name of await listTables(tx)) {
    tables.push({ name, ...(await addRows(tableEntry(name), rowsOfTable(name))) });
  }
  return {
    format: 1,
    made_at: new Date().toISOString(),
    migrations: await listApplied(tx),
    tables,
    jobs: await addRows(JOBS_ENTRY, JOBS),
    files: kept.map(([key, { size, sha256 }]) => ({ key, size, sha256 })),
  };
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
