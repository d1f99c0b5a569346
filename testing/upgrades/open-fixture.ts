import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { createEmptyTestDatabase } from '../database/test-database.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

const ROLE = `
  SET LOCAL check_function_bodies = off;
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'carrel_tenant') THEN
      CREATE ROLE carrel_tenant NOLOGIN;
    END IF;
  END $$;`;

/** pg-boss deletes jobs that have waited for weeks. */
const QUEUED_NOW = `
  UPDATE pgboss.job SET created_on = now(), start_after = now(), keep_until = now() + interval '14 days'
  WHERE state < 'active'`;

/**
 * Opens a database as the last version before the baseline leaves it, and a data directory with its stored files.
 * `close` deletes both.
 */
export async function openUpgradeFixture(): Promise<{ database: Database; dataDirectory: string }> {
  const database = await createEmptyTestDatabase();
  await database.transaction((tx) => tx.query(`${ROLE}\n${readDump(database)}\n${QUEUED_NOW}`));
  const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-upgrade-'));
  cpSync(join(HERE, 'archives'), join(dataDirectory, 'archives'), { recursive: true });
  const close = async () => {
    await database.close();
    rmSync(dataDirectory, { recursive: true });
  };
  return { database: { ...database, close }, dataDirectory };
}

function readDump({ kind }: Database): string {
  const sql = brotliDecompressSync(readFileSync(join(HERE, 'database.sql.br'))).toString();
  // The dump is PostgreSQL's. Functions keep the search path of the migration, which is shorter on the embedded one.
  return kind === 'embedded' ? sql.replaceAll(`'$user', 'public'`, `'public'`) : sql;
}
