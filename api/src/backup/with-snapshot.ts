import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database, Queryable } from '../database/database.ts';
import { openEmbedded } from '../database/embedded/embedded-database.ts';
import { openPostgres } from '../database/postgres/postgres-database.ts';
import { DATABASE_FOLDER, requestSnapshot } from '../database/embedded/folder/snapshot-folder.ts';
import type { Settings } from '../settings.ts';
import { BackupRefused } from './backup-refused.ts';

export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory'>;

/**
 * Shows `work` the database as it is at this moment, whatever a running server goes on to do. From
 * the embedded one, which has a single connection, it is a copy that the server makes.
 */
export async function withSnapshot<T>(
  { databaseUrl, dataDirectory }: DatabaseSettings,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return reading(await openPostgres(databaseUrl), work);
  if (!existsSync(join(dataDirectory, DATABASE_FOLDER))) {
    throw new BackupRefused(`There is no database in ${dataDirectory}: check DATA_DIR.`);
  }
  const copy = await requestSnapshot(dataDirectory);
  if (copy === undefined) return reading(await openEmbedded(dataDirectory), work);
  try {
    return await reading(await openEmbedded(copy), work);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function reading<T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return work(tx);
    });
  } finally {
    await database.close();
  }
}
