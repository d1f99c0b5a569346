import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Settings } from '../settings/settings.ts';
import type { Database, Queryable } from './database.ts';
import { DatabaseRefused } from './database-error.ts';
import { openEmbedded } from './embedded/embedded-database.ts';
import { DATABASE_FOLDER, requestSnapshot } from './embedded/folder/snapshot-folder.ts';
import { openPostgres } from './postgres/postgres-database.ts';

export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory'>;

/** @throws {DatabaseRefused} where the embedded database is configured and there is none. */
export function requireDatabase({ databaseUrl, dataDirectory }: DatabaseSettings): void {
  if (databaseUrl !== undefined || existsSync(join(dataDirectory, DATABASE_FOLDER))) return;
  throw new DatabaseRefused(`There is no database in ${dataDirectory}: check DATA_DIR.`);
}

/**
 * Runs `work` on a consistent snapshot of the database, while servers continue to write. The embedded
 * database has one connection, so that its server makes a copy instead.
 * @throws {DatabaseRefused} if there is no database.
 */
export async function withSnapshot<T>(
  settings: DatabaseSettings,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDirectory } = settings;
  if (databaseUrl !== undefined) return readOnly(await openPostgres(databaseUrl), work);
  requireDatabase(settings);
  const copy = await requestSnapshot(dataDirectory);
  if (copy === undefined) return readOnly(await openEmbedded(dataDirectory), work);
  try {
    return await readOnly(await openEmbedded(copy), work);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function readOnly<T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return work(tx);
    });
  } finally {
    await database.close();
  }
}
