import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

import type { Database, Queryable } from './database.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** `schema.sql` in the same folder describes the result and is no migration. */
const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

// An arbitrary number that no other program on the same database uses.
const MIGRATION_LOCK = 4_915_200_731;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The database has migrations that this version does not know. */
export class MigrationMismatch extends Error {
  override readonly name = 'MigrationMismatch';
}

/** Returns the migrations of this version, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => MIGRATION_NAME.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, MIGRATIONS), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Applies the missing migrations in one transaction and returns their names. Processes that start at
 * the same time wait for each other.
 */
export async function migrate(
  database: Database,
  migrations: Migration[] = readMigrations(),
): Promise<string[]> {
  return database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await tx.query(`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
    const pending = await findPending(tx, migrations);
    for (const migration of pending) {
      await tx.query(migration.sql);
      await tx.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
    }
    return pending.map(({ name }) => name);
  });
}

/** Returns whether the database has every migration of this version. */
export async function isMigrated(database: Queryable): Promise<boolean> {
  return (await findPending(database, readMigrations())).length === 0;
}

/** Returns the migrations that a database has, in order. */
export function listApplied(database: Queryable): Promise<Pick<Migration, 'name' | 'checksum'>[]> {
  return database.query('SELECT name, checksum FROM migrations ORDER BY name');
}

/**
 * Returns this version's migrations for the ones that another database has.
 * @throws {MigrationMismatch} if this version does not have one of them.
 */
export function selectMigrations(
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
  migrations: Migration[] = readMigrations(),
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  return applied.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration?.checksum === checksum) return migration;
    throw new MigrationMismatch(
      migration === undefined
        ? `The database was made by a newer version of Carrel: this version does not know its step ${name}. Start the newer version.`
        : `The database was made by another version of Carrel: its step ${name} is not the one that this version knows.`,
    );
  });
}

async function findPending(database: Queryable, migrations: Migration[]): Promise<Migration[]> {
  const done = new Set(selectMigrations(await listApplied(database), migrations));
  return migrations.filter((migration) => !done.has(migration));
}
