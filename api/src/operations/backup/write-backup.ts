import type { ArchiveStorage } from '../../platform/storage/archive-storage.ts';
import { openStorage, storageLocation } from '../../platform/storage/open-storage.ts';
import { compareIdentity } from '../../platform/storage/storage-identity.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isMigrated, listApplied } from '../../platform/database/migrations/migrate.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { BackupRefused } from './backup-refused.ts';
import { createBackupWriter, type BackupWriter, type WrittenEntry } from './backup-writer.ts';
import { fileEntry, MANIFEST_ENTRY, tableEntry, type Manifest } from './manifest.ts';
import { listNamedFiles, readStored } from './stored-files.ts';
import { linesOf, listTables, rowsOfTable } from './table-rows.ts';
import { withSnapshot } from '../../platform/database/with-snapshot.ts';

type BackupSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'storageUrl'>;

interface WrittenBackup {
  manifest: Manifest;
  /** Keys that the database refers to and the storage does not have. */
  missing: string[];
}

/**
 * Writes the database and every stored file that it refers to into a new file, while servers run.
 * @throws {BackupRefused} with a message for the operator.
 */
export async function writeBackup(settings: BackupSettings, path: string): Promise<WrittenBackup> {
  const storage = await openStorage(storageLocation(settings));
  const writer = await createBackupWriter(path);
  try {
    const files = new Map<string, WrittenEntry>();
    let missing: string[] = [];
    for (;;) {
      const missingBefore = missing;
      // Files are copied before rows. A missing file may have been purged after the snapshot, which
      // the next snapshot shows; a file that is missing for two snapshots is lost.
      const manifest = await withSnapshot(settings, async (tx) => {
        await refuseOldSchema(tx);
        await compareIdentity(tx, storage);
        missing = await copyFiles(tx, storage, writer, files);
        const isSettled = missing.every((key) => missingBefore.includes(key));
        return isSettled ? writeRows(tx, writer, files) : undefined;
      });
      if (manifest === undefined) continue;
      await writer.add(MANIFEST_ENTRY, one(JSON.stringify(manifest, null, 2)));
      await writer.finish();
      return { manifest, missing };
    }
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

async function refuseOldSchema(tx: Queryable): Promise<void> {
  if (await isMigrated(tx)) return;
  throw new BackupRefused(
    'The database was made by an earlier version of Carrel: start this version once, then back it up.',
  );
}

/** Copies the files that are not yet copied, and returns the keys of missing ones. */
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
  // Files that only an earlier snapshot referred to are in the zip, but not in the manifest.
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
    files: kept.map(([key, { size, sha256 }]) => ({ key, size, sha256 })),
  };
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
