import type { Database, Queryable } from '../database.ts';
import { isFinished } from '../migrations/migrate.ts';
import { copyRows } from './copy-rows.ts';
import { createCopy } from './create-copies.ts';
import { PARTITIONED_TABLES, PARTITIONS_SCHEMA } from './partitioned-tables.ts';
import { inTime } from './in-time.ts';
import { DatabaseRefused } from '../database-error.ts';
import { swapTables, validateReferences } from './swap-tables.ts';

/**
 * Partitions the tables of documents and chunks by the hash of their organization, while servers read and write
 * them. Copies each table under a trigger that repeats changes, then swaps all in one transaction. May be
 * interrupted and repeated: it continues where it stopped. Needs as much disk as the tables have once more.
 * Returns false where they are partitioned already.
 * @throws {DatabaseRefused}
 */
export async function partitionTables(
  database: Database,
  partitions: number,
  say: (line: string) => void,
): Promise<boolean> {
  if (database.kind === 'embedded') {
    throw new DatabaseRefused('Partitions need PostgreSQL: set DATABASE_URL.');
  }
  if (database.isDistributed === true) {
    throw new DatabaseRefused('Citus distributes these tables: they have no partitions.');
  }
  if (await arePartitioned(database)) {
    await validateReferences(database);
    return false;
  }
  if (!(await isFinished(database))) {
    throw new DatabaseRefused(
      'The last upgrade is not finished: run the command finish-upgrade first.',
    );
  }
  await database.query(
    `CREATE SCHEMA IF NOT EXISTS ${PARTITIONS_SCHEMA};
     CREATE TABLE IF NOT EXISTS ${PARTITIONS_SCHEMA}.progress (name text PRIMARY KEY, last text[])`,
  );
  for (const table of PARTITIONED_TABLES) {
    await inTime(database, async (tx) => {
      const started = await tx.query(
        `INSERT INTO ${PARTITIONS_SCHEMA}.progress (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name`,
        [table],
      );
      if (started.length > 0) await createCopy(tx, table, partitions);
    });
    const rows = await copyRows(database, table);
    say(`Copied ${rows.toLocaleString('en')} rows of ${table}.`);
  }
  await inTime(database, swapTables);
  await validateReferences(database);
  say('The tables are partitioned.');
  return true;
}

/** Gives up a partitioning that was not completed: drops the copies and their triggers. */
export async function abandonPartitioning(database: Database): Promise<void> {
  if (await arePartitioned(database)) {
    throw new DatabaseRefused('The tables are partitioned already.');
  }
  await inTime(database, (tx) => tx.query(`DROP SCHEMA IF EXISTS ${PARTITIONS_SCHEMA} CASCADE`));
}

async function arePartitioned(database: Queryable): Promise<boolean> {
  const rows = await database.query(
    `SELECT FROM pg_class WHERE oid = 'documents'::regclass AND relkind = 'p'`,
  );
  return rows.length > 0;
}
