import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database } from '../../platform/database/database.ts';
import {
  createdFolders,
  isHeldByAnother,
  openDatabase,
} from '../../platform/database/open-database.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { ArchiveStorage } from '../../platform/storage/archive-storage.ts';
import {
  ARCHIVES_FOLDER,
  openStorage,
  storageLocation,
} from '../../platform/storage/open-storage.ts';

export type RestoreSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'storageUrl'>;

/** Where a backup goes. */
export interface RestoreTarget {
  readonly database: Database;
  readonly storage: ArchiveStorage;
  /** The files that the storage has already. */
  readonly keys: ReadonlySet<string>;
  close(): Promise<void>;
  /** Closes it, and removes the stored files and what else was not there before. Returns the keys that remain. */
  undo(stored: readonly string[]): Promise<string[]>;
}

/** Opens the database and the storage of the settings. If that fails, what it created is removed. */
export async function openTarget(
  settings: RestoreSettings,
  requireEmpty: (database: Database) => Promise<void>,
): Promise<RestoreTarget> {
  const removeCreated = await createDirectory(settings);
  let database: Database | undefined;
  try {
    database = await openDatabase(settings);
    const opened = database;
    await requireEmpty(database);
    const storage = await openStorage(storageLocation(settings));
    const keys = new Set((await storage.list()).map(({ key }) => key));
    return {
      database,
      storage,
      keys,
      close: () => opened.close(),
      undo: async (stored) => {
        const left = await removeFiles(
          storage,
          stored.filter((key) => !keys.has(key)),
        );
        // The thread of an embedded database may have ended with its disk full.
        await opened.close().catch(() => undefined);
        await removeCreated();
        return left;
      },
    };
  } catch (error) {
    await database?.close().catch(() => undefined);
    if (!isHeldByAnother(error)) await removeCreated();
    throw error;
  }
}

/** Creates the data directory, and returns what removes everything of a restore that was not there before. */
async function createDirectory({ databaseUrl, dataDirectory, storageUrl }: RestoreSettings) {
  const created = await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const before = new Set(await readdir(dataDirectory));
  const names = [
    ...createdFolders({ databaseUrl }),
    ...(storageUrl === undefined ? [ARCHIVES_FOLDER] : []),
  ];
  const paths = names.filter((name) => !before.has(name)).map((name) => join(dataDirectory, name));
  const incoming = join(dataDirectory, ARCHIVES_FOLDER, 'incoming');
  if (storageUrl === undefined && !existsSync(incoming)) paths.push(incoming);
  if (created !== undefined) paths.push(created);
  return async () => {
    for (const path of paths) await rm(path, { recursive: true, force: true });
  };
}

async function removeFiles(storage: ArchiveStorage, keys: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const key of keys) await storage.remove(key).catch(() => left.push(key));
  return left;
}
