import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createPlainTestDatabase,
  createVectorTestDatabase,
} from '@carrel/testing/database/vector-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/log.ts';
import { createGraphSearch } from './search-graphs.ts';
import { graphSupport, setUpGraphs } from './set-up-graphs.ts';

let database: Database;
let lines: { level: string; message: string; reason?: string }[];
const log = createLog((line) => lines.push(JSON.parse(line) as (typeof lines)[number]));

beforeAll(async () => {
  database = await createVectorTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  lines = [];
  await database.query(`DROP SCHEMA IF EXISTS carrel_vectors CASCADE;
    DROP EXTENSION IF EXISTS vector; DROP SCHEMA IF EXISTS "Other"`);
});

const schemas = (on: Database) =>
  on.query(`SELECT nspname AS name FROM pg_namespace WHERE nspname = 'carrel_vectors'`);

test('servers that start together on a database with pgvector prepare it once', async () => {
  await Promise.all([setUpGraphs(database, log), setUpGraphs(database, log)]);
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'pgvector is used for large datasets'],
    ['info', 'pgvector is used for large datasets'],
  ]);
  expect(graphSupport(database)).toEqual({ schema: 'public', isIterative: true });
  expect(await schemas(database)).toHaveLength(1);
});

test('a server without pgvector starts, says so once, and has no graphs', async () => {
  const plain = await createPlainTestDatabase();
  await setUpGraphs(plain, log);
  expect(graphSupport(plain)).toBeUndefined();
  expect(await schemas(plain)).toEqual([]);
  const search = createGraphSearch({ database: plain, log });
  const vector = Float32Array.of(1);
  const queries = new Map([['dataset', { modelId: 'model', vector }]]);
  const found = await search({
    reads: plain,
    organizationId: '',
    queries,
    limit: 1,
    documentIds: undefined,
  });
  expect(found.size).toBe(0);
  expect(lines).toMatchObject([
    { level: 'info', message: 'pgvector is not used', reason: 'the server does not have it' },
  ]);
  await plain.close();
});

test('the embedded database is left as it is', async () => {
  await setUpGraphs({ ...database, kind: 'embedded' }, log);
  expect(lines).toEqual([]);
  expect(await schemas(database)).toEqual([]);
});

test('a version of pgvector without half-precision vectors is not used', async () => {
  await database.query('CREATE EXTENSION vector');
  await database.query(`UPDATE pg_extension SET extversion = '0.6.2' WHERE extname = 'vector'`);
  await setUpGraphs(database, log);
  expect(lines).toMatchObject([{ level: 'info', reason: '0.6.2 is older than 0.7' }]);
  await database.query(`UPDATE pg_extension SET extversion = '0.10.0' WHERE extname = 'vector'`);
  await setUpGraphs(database, log);
  expect(graphSupport(database)?.isIterative).toBe(true);
});

test('an extension in a schema of its own is used from there', async () => {
  await database.query(`CREATE SCHEMA "Other"; CREATE EXTENSION vector SCHEMA "Other"`);
  await setUpGraphs(database, log);
  expect(graphSupport(database)?.schema).toBe('"Other"');
});

test('a schema of another version is replaced', async () => {
  await setUpGraphs(database, log);
  const triggers = () =>
    database.query(`SELECT oid FROM pg_trigger WHERE tgname LIKE 'mirror_%' ORDER BY tgname`);
  const first = await triggers();
  expect(first).toHaveLength(3);
  await setUpGraphs(database, log);
  expect(await triggers()).toEqual(first);
  await database.query(`COMMENT ON SCHEMA carrel_vectors IS 'earlier'`);
  await setUpGraphs(database, log);
  expect(await triggers()).toHaveLength(3);
  expect(await triggers()).not.toEqual(first);
});
