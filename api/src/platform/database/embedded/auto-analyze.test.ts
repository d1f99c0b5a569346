import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { copyMigratedDatabase } from '@carrel/testing/database/copy-migrated-database.ts';
import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from '../database.ts';
import { EmbeddedConnection } from './embedded-connection.ts';
import { openEmbedded } from './embedded-database.ts';
import { DATABASE_FOLDER } from './folder/snapshot-folder.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query('CREATE TABLE things (shelf int, number int, PRIMARY KEY (shelf, number))');
});

afterAll(() => database.close());

/** How many rows of a table the planner assumes; -1 before it knows. */
async function assumedRows(of: Database, table = 'things'): Promise<number> {
  const [row] = await of.query<{ rows: number }>(
    'SELECT reltuples::int AS rows FROM pg_class WHERE relname = $1',
    [table],
  );
  return row?.rows ?? -1;
}

const fill = (from: number, to: number) =>
  database.query('INSERT INTO things SELECT 1, n FROM generate_series($1::int, $2) n', [from, to]);

test('the planner learns of rows soon after they were written, and again when there are many more', async () => {
  await fill(1, 2000);
  await expect.poll(() => assumedRows(database), { timeout: 60_000 }).toBe(2000);
  await fill(2001, 10_000);
  await expect.poll(() => assumedRows(database), { timeout: 60_000 }).toBe(10_000);
});

test('a table that autovacuum would skip is not analyzed', async () => {
  await database.query('CREATE TABLE skipped (number int) WITH (autovacuum_enabled = false)');
  await database.query('INSERT INTO skipped SELECT generate_series(1, 5000)');
  // Two looks later.
  for (const [from, to] of [
    [10_001, 30_000],
    [30_001, 60_000],
  ] as const) {
    await fill(from, to);
    await expect.poll(() => assumedRows(database), { timeout: 60_000 }).toBe(to);
  }
  expect(await assumedRows(database, 'skipped')).toBe(-1);
});

const REQUEST = { lowPriority: false };

test('a table that was filled before a crash, which loses the counters, is analyzed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-'));
  const directory = join(folder, 'running', DATABASE_FOLDER);
  copyMigratedDatabase(dirname(directory));
  const connection = new EmbeddedConnection({ directory, fsync: false });
  await connection.run('CREATE TABLE things (shelf int, number int)', undefined, REQUEST);
  await connection.run(
    'INSERT INTO things SELECT 1, n FROM generate_series(1, 5000) n',
    undefined,
    REQUEST,
  );
  cpSync(directory, join(folder, 'crashed', DATABASE_FOLDER), { recursive: true });
  await connection.close();
  const restarted = await openEmbedded(join(folder, 'crashed'), { fsync: false });
  await expect.poll(() => assumedRows(restarted), { timeout: 60_000 }).toBe(5000);
  await restarted.close();
  rmSync(folder, { recursive: true });
});

test('a database that is closed stays closed', async () => {
  const other = await createTestDatabase();
  await other.query('CREATE TABLE things (number int)');
  const writes = Array.from({ length: 50 }, () =>
    other.query('INSERT INTO things SELECT generate_series(1, 1000)'),
  );
  const closed = other.close();
  await Promise.allSettled(writes);
  await closed;
  await expect(other.query('SELECT 1')).rejects.toThrow('closed');
});
