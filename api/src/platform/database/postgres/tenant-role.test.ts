import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { withRights } from '../open-database.ts';
import { openPostgres } from './postgres-database.ts';

let server: TestPostgres;
let administrator: Database;

beforeAll(async () => {
  server = startTestPostgres();
  administrator = await openPostgres(server.urlOf('postgres'));
});
afterAll(async () => {
  await administrator.close();
  server.close();
});

const urlAs = (role: string, name: string) =>
  server.urlOf(name).replace(/user=\w+/, `user=${role}`);

/** Migrates a database as a role, and reads as a tenant. */
async function start(role: string, name: string): Promise<string> {
  const database = await openPostgres(urlAs(role, name));
  try {
    await withRights(database, () => migrate(database));
    const nobody = '00000000-0000-0000-0000-000000000000';
    const [found] = await database.read<{ role: string }[]>(nobody, (tx) =>
      tx.query('SELECT current_user::text AS role FROM (SELECT count(*) FROM documents) d'),
    );
    return found?.role ?? '';
  } finally {
    await database.close();
  }
}

const asAdministrator = async (name: string, sql: string) => {
  const database = await openPostgres(server.urlOf(name));
  await database.query(sql);
  await database.close();
};

/** Returns the SQL of a refusal. */
async function sqlFor(role: string, name: string): Promise<string> {
  const error = await start(role, name).catch((refusal: unknown) => refusal);
  return /run: (.*)$/.exec(String(error))?.[1] ?? String(error);
}

test('a role without any right is told the SQL for an administrator, after which it starts', async () => {
  await administrator.query('CREATE ROLE plain LOGIN');
  await administrator.query('CREATE DATABASE theirs');
  const sql = await sqlFor('plain', 'theirs');
  expect(sql).toBe(
    'GRANT USAGE, CREATE ON SCHEMA public TO plain; CREATE ROLE carrel_tenant_theirs NOLOGIN; GRANT carrel_tenant_theirs TO plain;',
  );
  await asAdministrator('theirs', sql);
  expect(await start('plain', 'theirs')).toBe('carrel_tenant_theirs');
  // A second start, as of another instance.
  expect(await start('plain', 'theirs')).toBe('carrel_tenant_theirs');
});

test('a second database of another owner works on the server of one with the shared role', async () => {
  await administrator.query('CREATE ROLE one LOGIN CREATEROLE');
  await administrator.query('CREATE DATABASE first OWNER one');
  expect(await start('one', 'first')).toBe('carrel_tenant');

  await administrator.query('CREATE ROLE two LOGIN CREATEROLE');
  await administrator.query('CREATE DATABASE "Second-2" OWNER two');
  expect(await start('two', 'Second-2')).toBe('carrel_tenant_second_2');
  expect(await start('one', 'first')).toBe('carrel_tenant');
});

test('the owner of a database without CREATEROLE is told what is missing', async () => {
  await administrator.query('CREATE ROLE owner_only LOGIN');
  await administrator.query('CREATE DATABASE owned OWNER owner_only');
  const sql = await sqlFor('owner_only', 'owned');
  expect(sql).toBe(
    'CREATE ROLE carrel_tenant_owned NOLOGIN; GRANT carrel_tenant_owned TO owner_only;',
  );
  await asAdministrator('owned', sql);
  expect(await start('owner_only', 'owned')).toBe('carrel_tenant_owned');
});

test('a role that does not own the tables is told whose they are', async () => {
  await administrator.query('CREATE ROLE stranger LOGIN');
  expect(await sqlFor('stranger', 'first')).toContain('REASSIGN OWNED BY one TO stranger;');
});
