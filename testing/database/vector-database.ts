import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PGlite, type Transaction } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { inject } from 'vitest';

import {
  tenantTransactions,
  ENTER_TENANT,
  type Database,
} from '@carrel/api/src/platform/database/database.ts';
import { DATABASE_FOLDER } from '@carrel/api/src/platform/database/embedded/folder/snapshot-folder.ts';
import { tenantParameters } from '@carrel/api/src/platform/database/reach.ts';
import { copyMigratedDatabase } from './copy-migrated-database.ts';
import { createTestDatabase } from './test-database.ts';

/**
 * Creates a migrated database that takes itself for a server and has pgvector to create: PostgreSQL in the
 * project `api-on-postgres` where its machine has the extension, else PGlite.
 */
export async function createVectorTestDatabase(): Promise<Database> {
  // Undefined in the other projects, although its type does not allow it.
  const template: string | undefined = inject('postgresTemplate');
  if (template !== undefined) {
    const server = await createTestDatabase();
    const available = await server.query(
      `SELECT FROM pg_available_extensions WHERE name = 'vector'`,
    );
    if (available.length > 0) return server;
    await server.close();
  }
  return openAsServer({ vector });
}

/** Creates a migrated database that takes itself for a server without pgvector. */
export const createPlainTestDatabase = (): Promise<Database> => openAsServer({});

async function run<Row>(
  on: PGlite | Transaction,
  sql: string,
  parameters?: readonly unknown[],
): Promise<Row[]> {
  if (parameters !== undefined) return (await on.query<Row>(sql, [...parameters])).rows;
  return (await on.exec(sql)).flatMap(({ rows }) => rows as Row[]);
}

async function openAsServer(extensions: Record<string, typeof vector>): Promise<Database> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-database-'));
  copyMigratedDatabase(dataDirectory);
  const pglite = await PGlite.create({ dataDir: join(dataDirectory, DATABASE_FOLDER), extensions });
  const transaction: Database['transaction'] = (work) =>
    pglite.transaction((tx) => work({ query: (sql, parameters) => run(tx, sql, parameters) }));
  const database: Database = {
    kind: 'postgres',
    query: (sql, parameters) => run(pglite, sql, parameters),
    transaction,
    ...tenantTransactions(transaction),
    queryOnce: (sql, parameters, organizationId) =>
      transaction(async (tx) => {
        if (organizationId !== undefined)
          await tx.query(ENTER_TENANT, tenantParameters(organizationId));
        return tx.query(sql, parameters);
      }),
    get lowPriority() {
      return database;
    },
    close: async () => {
      await pglite.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
  return database;
}
