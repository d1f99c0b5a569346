import type { Database, Queryable } from '../database.ts';

// An arbitrary number that no other program on the same database uses. It is not the lock of the other
// migrations: a process that waits for that one has a snapshot, for which a concurrent index would wait.
const ONLINE_LOCK = 4_915_200_732;

interface OnlineMigration {
  name: string;
  sql: string;
}

/**
 * Applies a migration statement by statement, each in a transaction of its own, so that none blocks writes for
 * long. Returns false where another process is at it, or has done it meanwhile.
 */
export async function applyOnline<M extends OnlineMigration>(
  database: Database,
  migration: M,
  record: (tx: Queryable, migration: M) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [lock] = await tx.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS taken',
      [ONLINE_LOCK],
    );
    if (lock?.taken !== true) return false;
    const done = await tx.query('SELECT FROM migrations WHERE name = $1', [migration.name]);
    if (done.length > 0) return false;
    // The embedded database has one connection, and nobody else writes yet.
    const isEmbedded = database.kind === 'embedded';
    const on: Queryable = isEmbedded ? tx : database;
    if (!isEmbedded) {
      // The last statement with parameters keeps its snapshot until another follows. A concurrent index
      // waits for snapshots.
      await tx.query('SELECT');
      await dropUnfinished(database);
    }
    for (const statement of statementsOf(migration.sql)) {
      for (const part of isEmbedded ? [blocking(statement)] : await onPartitions(on, statement)) {
        await on.query(part);
      }
    }
    await record(tx, migration);
    return true;
  });
}

const blocking = (statement: string) => statement.replaceAll(' CONCURRENTLY', '');

const NEW_INDEX = /^(CREATE INDEX CONCURRENTLY IF NOT EXISTS )(\w+) ON (\w+)/;

/**
 * Returns what makes the index of a statement on a table in partitions, which cannot be made concurrently on the
 * whole: one on each of them, which the last statement takes over.
 */
async function onPartitions(database: Queryable, statement: string): Promise<string[]> {
  const [, , index, table] = NEW_INDEX.exec(statement) ?? [];
  if (index === undefined || table === undefined) return [statement];
  const partitions = await database.query<{ name: string; own: string }>(
    `SELECT c.oid::regclass::text AS name, c.relname AS own FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = '${table}'::regclass ORDER BY 1`,
  );
  if (partitions.length === 0) return [statement];
  return [
    ...partitions.map(({ name, own }) =>
      statement.replace(NEW_INDEX, `$1${own}_${index.replace(`${table}_`, '')} ON ${name}`),
    ),
    blocking(statement),
  ];
}

/** An index that was interrupted costs every write, and is of no use. */
async function dropUnfinished(database: Database): Promise<void> {
  const unfinished = await database.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relkind = 'i' AND (c.relnamespace = current_schema()::regnamespace
       OR i.indrelid IN (SELECT p.inhrelid FROM pg_inherits p JOIN pg_class t ON t.oid = p.inhparent
         WHERE t.relnamespace = current_schema()::regnamespace))`,
  );
  for (const { name } of unfinished) await database.query(`DROP INDEX CONCURRENTLY ${name}`);
}

/** Comments have lines of their own, and no statement has a semicolon inside. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
