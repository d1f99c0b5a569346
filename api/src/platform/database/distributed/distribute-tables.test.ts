import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestCitus, type TestCitus } from '@carrel/testing/postgres/test-citus.ts';
import { startTestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import type { Database } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { openPostgres } from '../postgres/postgres-database.ts';
import { DISTRIBUTED_TABLES, distributeTables } from './distribute-tables.ts';

let cluster: TestCitus;
let database: Database;
const [ours, theirs] = [randomUUID(), randomUUID()];
const [dataset, document] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  cluster = startTestCitus();
  database = await openPostgres(await cluster.createDatabase('carrel'));
  await migrate(database);
  for (const id of [ours, theirs]) {
    await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Readers')`, [id]);
  }
  await database.query(
    `INSERT INTO datasets (organization_id, id, name) VALUES ($1, $2, 'Library')`,
    [ours, dataset],
  );
  await database.query(
    `INSERT INTO documents (organization_id, id, dataset_id, path, folder, name, sort_name, size)
     VALUES ($1, $2, $3, 'a.txt', '', 'a.txt', 'a.txt', 1)`,
    [ours, document, dataset],
  );
  await database.query(
    `INSERT INTO chunks (organization_id, document_id, number, text) VALUES ($1, $2, 0, 'One.')`,
    [ours, document],
  );
  await database.query(
    `INSERT INTO search_segments (organization_id, id, dataset_id, documents, chunks, bytes, header)
     VALUES ($1, $1, $2, 1, 1, 1, '')`,
    [ours, dataset],
  );
});
afterAll(async () => {
  await database.close();
  cluster.close();
});

const countOf = async (table: string) => {
  const [row] = await database.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
  return row?.count;
};

test('a database without Citus, or without workers, is refused', async () => {
  const postgres = startTestPostgres();
  const plain = await openPostgres(postgres.urlOf('postgres'));
  await expect(distributeTables(plain)).rejects.toThrow(
    'needs a database with the extension citus',
  );
  await plain.close();
  postgres.close();
  const alone = await openPostgres(await cluster.createDatabase('alone', { workers: 0 }));
  await expect(distributeTables(alone)).rejects.toThrow('needs workers');
  await alone.close();
});

describe('the tables of contents', () => {
  test('are distributed once, with their rows', async () => {
    expect(await distributeTables(database)).toBe(true);
    expect(await distributeTables(database)).toBe(false);
    const tables = await database.query<{ name: string; colocation: number }>(
      'SELECT logicalrelid::text AS name, colocationid AS colocation FROM pg_dist_partition',
    );
    expect(new Set(tables.map(({ name }) => name))).toEqual(new Set(DISTRIBUTED_TABLES));
    expect(new Set(tables.map(({ colocation }) => colocation)).size).toBe(1);
    expect(await countOf('chunks')).toBe(1);
    const shards = await database.query<{ port: number }>(
      `SELECT DISTINCT nodeid AS port FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
       WHERE n.groupid > 0`,
    );
    expect(shards).toHaveLength(2);
  });

  test('show an organization only its own rows, also without a condition', async () => {
    const texts = (organizationId: string) =>
      database.tenant(organizationId, (tx) => tx.query('SELECT text FROM chunks'));
    expect(await texts(ours)).toEqual([{ text: 'One.' }]);
    expect(await texts(theirs)).toEqual([]);
    const foreign = 'SELECT text FROM chunks WHERE organization_id = $1';
    expect(await database.queryOnce(foreign, [ours], theirs)).toEqual([]);
    expect(await database.queryOnce(foreign, [ours], ours)).toHaveLength(1);
    const insert = `INSERT INTO chunks (organization_id, document_id, number, text) VALUES ($1, $2, 1, 'x')`;
    await expect(database.queryOnce(insert, [ours, document], theirs)).rejects.toThrow(
      'row-level security',
    );
    await expect(database.read(ours, (tx) => tx.query(insert, [ours, document]))).rejects.toThrow(
      'read-only',
    );
  });

  test('lose the rows of documents and datasets that are deleted', async () => {
    await database.tenant(ours, (tx) =>
      tx.query('DELETE FROM documents WHERE id = $1', [document]),
    );
    expect(await countOf('chunks')).toBe(0);
    expect(await countOf('search_segments')).toBe(1);
    await database.query('DELETE FROM datasets WHERE id = $1', [dataset]);
    expect(await countOf('search_segments')).toBe(0);
  });
});
