import { afterEach, beforeEach, expect, test } from 'vitest';

import { dropDirectWriteTriggers } from '@carrel/testing/database/count-direct-writes.ts';
import { createTestDatabase, isEmbedded } from '@carrel/testing/database/test-database.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { verifyRows } from '../../../operations/backup/verify/verify-rows.ts';
import type { Database } from '../database.ts';
import { migrate, readMigrations } from '../migrations/migrate.ts';
import { abandonPartitioning, partitionTables } from './partition-tables.ts';

/** In a run with `PARTITIONED=1`, the database of each test is partitioned already. */
const cannot = isEmbedded() || process.env['PARTITIONED'] === '1';
const PARTITIONS = 4;

test.runIf(isEmbedded())('the embedded database has no partitions', async () => {
  const database = await createTestDatabase();
  await expect(partitionTables(database, PARTITIONS, () => undefined)).rejects.toThrow(
    'Partitions need PostgreSQL: set DATABASE_URL.',
  );
  await database.close();
});

let fixture: PipelineFixture;

beforeEach(async () => {
  if (cannot) return;
  fixture = await createPipelineFixture();
  await dropDirectWriteTriggers(fixture.server.database);
});
afterEach(async () => {
  if (!cannot) await fixture.close();
});

const database = (): Database => fixture.server.database;

/** Everything that describes a table, without the names of the partitions. */
async function described(): Promise<unknown> {
  return database().query(
    `SELECT c.relname AS table,
       array(SELECT conname || ' ' || pg_get_constraintdef(k.oid) FROM pg_constraint k
         WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'f', 'c') AND k.conparentid = 0 ORDER BY 1) AS constraints,
       array(SELECT replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') FROM pg_index i
         WHERE i.indrelid = c.oid ORDER BY 1) AS indexes,
       array(SELECT concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, atthasdef, attcollation)
         FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 ORDER BY attnum) AS columns,
       array(SELECT concat_ws(' ', policyname, roles, cmd, qual, with_check) FROM pg_policies p
         WHERE p.tablename = c.relname ORDER BY 1) AS policies,
       relrowsecurity, relforcerowsecurity, array(SELECT x::text FROM unnest(relacl) x ORDER BY 1) AS grants
     FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
     ORDER BY c.relname`,
  );
}

const texts = async () => {
  const rows = await database().query<{ row: string }>(
    `SELECT d.path || ': ' || c.text AS row FROM documents d JOIN chunks c ON c.document_id = d.id ORDER BY 1`,
  );
  return rows.map(({ row }) => row);
};

test.skipIf(cannot)('the tables keep their rows, keys, policies and privileges', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Alpha.', 'f/b.txt': 'Beta.', 'f/g/c.txt': 'Gamma.' });
  const before = await described();
  const rows = await texts();
  expect(await partitionTables(database(), PARTITIONS, () => undefined)).toBe(true);
  expect(await described()).toEqual(before);
  expect(rows).toEqual(['a.txt: Alpha.', 'f/b.txt: Beta.', 'f/g/c.txt: Gamma.']);
  expect(await texts()).toEqual(rows);
  const unchecked = await database().query(
    'SELECT FROM pg_constraint WHERE NOT convalidated AND conparentid = 0',
  );
  expect(unchecked).toEqual([]);
  const partitions = await database().query(
    `SELECT FROM pg_inherits WHERE inhparent = 'documents'::regclass`,
  );
  expect(partitions).toHaveLength(PARTITIONS);
  expect(await partitionTables(database(), PARTITIONS, () => undefined)).toBe(false);
});

test.skipIf(cannot)('a later index is made on each partition, and on the whole', async () => {
  const bare = await createTestDatabase();
  await dropDirectWriteTriggers(bare);
  await partitionTables(bare, PARTITIONS, () => undefined);
  const [migration] = readMigrations();
  if (migration === undefined) throw new Error('There are no migrations');
  const later = {
    ...migration,
    name: '9001-later.sql',
    sql: 'CREATE INDEX CONCURRENTLY IF NOT EXISTS documents_later ON documents (organization_id, size)\nWHERE size > 1;',
    isOnline: true,
  };
  expect(await migrate(bare, [...readMigrations(), later])).toEqual([later.name]);
  const indexes = await bare.query<{ name: string; valid: boolean }>(
    `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relname LIKE 'documents%later' ORDER BY 1`,
  );
  expect(indexes).toHaveLength(PARTITIONS + 1);
  expect(indexes.every(({ valid }) => valid)).toBe(true);
  const attached = await bare.query(
    `SELECT FROM pg_inherits WHERE inhparent = 'documents_later'::regclass`,
  );
  expect(attached).toHaveLength(PARTITIONS);
  await bare.close();
});

test.skipIf(cannot)(
  'documents come in, change and go while the tables are partitioned',
  async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, number) => [`old/${number}.txt`, `Text ${number}.`]),
    );
    await fixture.uploadFiles(files);
    const partitioned = { done: false };
    let round = 0;
    const use = async () => {
      while (!partitioned.done) {
        round += 1;
        await fixture.uploadFiles({
          [`new/${round}.txt`]: `New ${round}.`,
          'old/0.txt': `Changed ${round}.`,
        });
        const gone = (await fixture.documents()).find(({ path }) => path === `old/${round}.txt`);
        const response = await fixture.call(
          'POST',
          `/datasets/${fixture.datasetId}/documents/delete`,
          {
            document_ids: [gone?.id],
          },
        );
        expect(response.status).toBe(200);
      }
    };
    const partitioning = partitionTables(database(), PARTITIONS, () => undefined).finally(() => {
      partitioned.done = true;
    });
    await Promise.all([use(), partitioning]);
    expect((await verifyRows(database())).filter(({ broken }) => broken > 0)).toEqual([]);
    const found = await texts();
    expect(found).toContain(`old/0.txt: Changed ${round}.`);
    for (let number = 1; number <= round; number += 1) {
      expect(found).toContain(`new/${number}.txt: New ${number}.`);
    }
  },
);

const interrupted = (line: string) => {
  if (line.includes('chunks')) throw new Error('Interrupted');
};

test.skipIf(cannot)('an interrupted run continues, or is given up without a trace', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Alpha.' });
  const before = await described();
  await expect(partitionTables(database(), PARTITIONS, interrupted)).rejects.toThrow('Interrupted');
  await abandonPartitioning(database());
  expect(await described()).toEqual(before);
  await fixture.uploadFiles({ 'b.txt': 'Beta.' });

  await expect(partitionTables(database(), PARTITIONS, interrupted)).rejects.toThrow('Interrupted');
  await fixture.uploadFiles({ 'c.txt': 'Gamma.' });
  await partitionTables(database(), PARTITIONS, () => undefined);
  expect(await texts()).toEqual(['a.txt: Alpha.', 'b.txt: Beta.', 'c.txt: Gamma.']);
  await expect(abandonPartitioning(database())).rejects.toThrow(
    'The tables are partitioned already.',
  );
});
