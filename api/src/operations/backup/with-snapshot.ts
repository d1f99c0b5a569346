import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database, Queryable } from '../../platform/database/database.ts';
import { openEmbedded } from '../../platform/database/embedded/embedded-database.ts';
import { openPostgres } from '../../platform/database/postgres/postgres-database.ts';
import {
  DATABASE_FOLDER,
  requestSnapshot,
} from '../../platform/database/embedded/folder/snapshot-folder.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { BackupRefused } from './backup-refused.ts';

export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory'>;

/**
 * Runs `work` on a consistent snapshot of the database, while servers continue to write. The embedded
 * database has one connection, so that its server makes a copy instead.
 */
export async function withSnapshot<T>(
  { databaseUrl, dataDirectory }: DatabaseSettings,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return readOnly(await openPostgres(databaseUrl), work);
  if (!existsSync(join(dataDirectory, DATABASE_FOLDER))) {
    throw new BackupRefused(`There is no database in ${dataDirectory}: check DATA_DIR.`);
  }
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
