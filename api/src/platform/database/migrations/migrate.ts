import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import type { Database, Queryable } from '../database.ts';
import {
  BASELINE,
  hasBaseline,
  migrationsBeforeBaseline,
  recordBaseline,
  type RecordedMigration,
} from './baseline.ts';
import { lockTables } from './lock-tables.ts';
import { MigrationMismatch } from './migration-mismatch.ts';
import { applyOnline } from './online-migration.ts';

const MIGRATIONS = new URL('../../../../migrations/', import.meta.url);

/** `schema.sql` in the same folder describes the result and is no migration. */
const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

// An arbitrary number that no other program on the same database uses.
const MIGRATION_LOCK = 4_915_200_731;

export interface Migration extends RecordedMigration {
  sql: string;
  /** Each of its statements runs by itself, concurrently with writes, and may be repeated. */
  isOnline?: boolean;
  /** It removes what instances of the version before need. */
  isSecondPhase?: boolean;
}

/** Returns the migrations of this version, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => MIGRATION_NAME.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, MIGRATIONS), 'utf8');
      return {
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        isOnline: ONLINE.has(name),
        isSecondPhase: SECOND_PHASE.has(name),
      };
    });
}

/** Each statement of these runs by itself, concurrently with writes, and may be repeated. */
const ONLINE: ReadonlySet<string> = new Set(['1002-readers.sql', '1016-source-indexes.sql']);

/**
 * Second phases: they remove what instances of the version before need. A new database has no such instances,
 * nor has the embedded one, which one process uses. The next version takes their names out of here.
 */
export const SECOND_PHASE: ReadonlySet<string> = new Set<string>();

/**
 * The name of a second phase begins so. A version that does not know it yet finds it among the
 * names that the database has recorded, and does not start; it starts beside any other step of later versions,
 * which leave what it relies on.
 */
const SECOND_PHASE_NAME = /^\d{4}-finish-/;

/**
 * The tables of the second phases, in the order in which requests and jobs lock them. Those that began before
 * the first lock end meanwhile, and others wait for it with nothing locked.
 */
const LOCKED_TOGETHER = [
  'roles',
  'workspaces',
  'datasets',
  'uploads',
  'archives',
  'documents',
  'dataset_counts',
  'folders',
  'original_files',
  'original_contents',
  'dataset_changes',
  'archive_entries',
  'archive_receipts',
  'archive_receipt_entries',
  'archive_receipt_unchanged',
  'stalled_documents',
  'webhook_endpoints',
];

const WAIT_MILLISECONDS = 250;

/**
 * Applies the missing migrations and returns their names: those that follow one another in one transaction.
 * Processes that start at the same time wait for each other. With `finish`, which an operator says when no
 * instance of the version before runs any more, also the second phases.
 */
export async function migrate(
  database: Database,
  migrations: Migration[] = readMigrations(),
  { finish = false } = {},
): Promise<string[]> {
  const names: string[] = [];
  let areAllDue = finish || database.kind === 'embedded';
  for (;;) {
    const { applied, online } = await database.transaction(async (tx) => {
      await lockMigrations(tx);
      await createMigrationsTable(tx);
      const pending = await findPending(tx, migrations);
      areAllDue ||= pending.length === migrations.length;
      const due = pending.filter(({ isSecondPhase }) => areAllDue || isSecondPhase !== true);
      const next = due.findIndex(({ isOnline }) => isOnline);
      const batch = next === -1 ? due : due.slice(0, next);
      if (finish && batch.some(({ isSecondPhase }) => isSecondPhase))
        await lockTables(tx, LOCKED_TOGETHER);
      for (const migration of batch) await apply(tx, migration);
      const baseline = migrations.find(({ name }) => name === BASELINE);
      if (baseline !== undefined) await recordBaseline(tx, baseline);
      return {
        applied: batch.map(({ name }) => name),
        online: next === -1 ? undefined : due[next],
      };
    });
    names.push(...applied);
    if (online === undefined) return names;
    if (await applyOnline(database, online, record)) names.push(online.name);
    // Another process is at it.
    else await setTimeout(WAIT_MILLISECONDS);
  }
}

/** Waits for every other process that migrates the database, until the transaction ends. */
export async function lockMigrations(tx: Queryable): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

export async function createMigrationsTable(tx: Queryable): Promise<void> {
  await tx.query(`CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
}

async function apply(tx: Queryable, migration: Migration): Promise<void> {
  await tx.query(migration.sql);
  await record(tx, migration);
}

export async function record(tx: Queryable, { name, checksum }: Migration): Promise<void> {
  await tx.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

/**
 * Returns whether the database has every migration that this version needs.
 * @throws {MigrationMismatch} if a later version has removed what this one needs.
 */
export async function isMigrated(database: Queryable): Promise<boolean> {
  const pending = await findPending(database, readMigrations());
  return pending.every(({ isSecondPhase }) => isSecondPhase);
}

/** Returns whether the second phases ran too. */
export async function isFinished(database: Queryable): Promise<boolean> {
  return (await findPending(database, readMigrations())).length === 0;
}

/** Returns the migrations that a database has, in order. */
export function listApplied(database: Queryable): Promise<RecordedMigration[]> {
  return database.query('SELECT name, checksum FROM migrations ORDER BY name');
}

/**
 * Accepts a database with steps of later versions, as long as these have not removed what this one needs.
 * @throws {MigrationMismatch} if they have, or if a step that this version knows is another one there.
 */
function requireCompatible(
  applied: readonly RecordedMigration[],
  migrations: readonly Migration[],
): void {
  const known = new Set([...migrationsBeforeBaseline(), ...migrations].map(({ name }) => name));
  const isLater = (name: string) => !known.has(name) && !SECOND_PHASE_NAME.test(name);
  requireKnown(
    applied.filter(({ name }) => !isLater(name)),
    migrations,
  );
}

/** @throws {MigrationMismatch} if this version does not have one of the migrations. */
export function requireKnown(
  applied: readonly RecordedMigration[],
  migrations: readonly Migration[],
): void {
  const known = new Map(
    [...migrationsBeforeBaseline(), ...migrations].map(({ name, checksum }) => [name, checksum]),
  );
  for (const { name, checksum } of applied) {
    if (known.get(name) === checksum) continue;
    throw new MigrationMismatch(
      known.has(name)
        ? `The database was made by another version of Carrel: its step ${name} is not the one that this version knows.`
        : `The database was made by a newer version of Carrel: this version does not know its step ${name}. Start the newer version.`,
    );
  }
}

async function findPending(database: Queryable, migrations: Migration[]): Promise<Migration[]> {
  const applied = await listApplied(database);
  requireCompatible(applied, migrations);
  return pendingOf(applied, migrations);
}

function pendingOf(applied: readonly RecordedMigration[], migrations: Migration[]): Migration[] {
  const done = new Set(applied.map(({ name }) => name));
  if (hasBaseline(applied)) done.add(BASELINE);
  return migrations.filter(({ name }) => !done.has(name));
}
