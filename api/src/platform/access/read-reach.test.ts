import { createAccessServer, type AccessServer } from '@carrel/testing/access-fixture.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { forCaller, reachHere } from '../database/reach.ts';
import { IS_LIMITED, REACH } from './object-access.ts';
import { readReach } from './read-reach.ts';

let access: AccessServer;

beforeAll(async () => {
  access = await createAccessServer();
});
afterAll(() => access.close());

const database = () => access.server.database;

type Statement = Parameters<typeof readReach>[0];

/** Reads a reach, and returns it with the number of statements that this took. */
async function read(member: { organizationId: string; accountId: string }, version: string) {
  let statements = 0;
  const query: Statement = (sql, parameters) => {
    statements += 1;
    return database().query(sql, parameters);
  };
  const unreachable = await forCaller(async () => {
    await readReach(query, member, { path: '/api/v1/datasets' }, version);
    return reachHere().unreachable;
  });
  return { unreachable, statements };
}

async function versionOf(organizationId: string): Promise<string> {
  const [row] = await database().query<{ version: string }>(
    'SELECT version FROM access_versions WHERE organization_id = $1',
    [organizationId],
  );
  return row?.version ?? '';
}

test('who is no member any more when the reach is read, is refused', async () => {
  const member = { organizationId: crypto.randomUUID(), accountId: crypto.randomUUID() };
  const reading = forCaller(() =>
    readReach(() => Promise.resolve([]), member, { path: '/api/v1/datasets' }),
  );
  await expect(reading).rejects.toMatchObject({ status: 404 });
});

test('a reach is read once, and again after what decides about it has changed', async () => {
  const { organizationId, viewer, plans, call } = await access.create();
  const member = { organizationId, accountId: viewer.accountId };
  const nobody = { access: 'named', entries: [] };
  const before = await versionOf(organizationId);
  expect(await read(member, before)).toEqual({ unreachable: '', statements: 1 });
  expect(await read(member, before)).toEqual({ unreachable: '', statements: 0 });

  expect((await call(access.owner, 'PUT', `/datasets/${plans}/access`, nobody)).status).toBe(204);
  const after = await versionOf(organizationId);
  expect(after).not.toBe(before);
  expect(await read(member, after)).toEqual({ unreachable: plans, statements: 1 });
  expect(await read(member, after)).toEqual({ unreachable: plans, statements: 0 });
  // Who does not know the version asks for it.
  expect(await read(member, '')).toEqual({ unreachable: plans, statements: 1 });
});

test('the members of an organization have reaches of their own', async () => {
  const { organizationId, viewer, plans, call } = await access.create();
  await call(access.owner, 'PUT', `/datasets/${plans}/access`, {
    access: 'named',
    entries: [{ account_id: viewer.accountId, role: 'Reader' }],
  });
  const other = await access.server.member(organizationId, 'Viewer');
  const version = await versionOf(organizationId);
  const reached = { organizationId, accountId: viewer.accountId };
  const unreached = { organizationId, accountId: other.accountId };
  expect((await read(reached, version)).unreachable).toBe('');
  expect((await read(unreached, version)).unreachable).toBe(plans);
  expect((await read(reached, version)).unreachable).toBe('');
});

test('a change that is rolled back leaves the version as it was', async () => {
  const { organizationId, plans } = await access.create();
  const before = await versionOf(organizationId);
  const failing = database().transaction(async (tx) => {
    await tx.query(`UPDATE datasets SET access = 'named' WHERE id = $1`, [plans]);
    throw new Error('It is rolled back');
  });
  await expect(failing).rejects.toThrow('It is rolled back');
  expect(await versionOf(organizationId)).toBe(before);
});

test('an organization that has no version reads its reaches each time', async () => {
  const { organizationId, viewer } = await access.create();
  await database().query('DELETE FROM access_versions WHERE organization_id = $1', [
    organizationId,
  ]);
  const member = { organizationId, accountId: viewer.accountId };
  expect((await read(member, '')).statements).toBe(1);
  expect((await read(member, '')).statements).toBe(1);
});

test('an organization is deleted with its version', async () => {
  const { organizationId } = await access.create();
  await database().query('DELETE FROM organizations WHERE id = $1', [organizationId]);
  expect(await versionOf(organizationId)).toBe('');
});

/** The columns that a reach is read from, and those whose changes give a new version; `*` for all. */
async function columnsOfReach() {
  return database().transaction(async (tx) => {
    await tx.query(
      `CREATE TEMP VIEW read_reach AS SELECT ${REACH} AS reach, ${IS_LIMITED} AS limited FROM memberships m
       JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id`,
    );
    const columns = await tx.query<{ table: string; column: string; isNoted: boolean }>(
      `SELECT c.relname AS "table", a.attname AS "column",
         coalesce((SELECT bool_or(t.tgattr::text = '' OR a.attnum = ANY (t.tgattr::int2[])) FROM pg_trigger t
           WHERE t.tgrelid = c.oid AND t.tgname = 'change_access_version'), false) AS "isNoted"
       FROM pg_rewrite w
       JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
       JOIN pg_class c ON c.oid = d.refobjid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid AND a.attnum > 0
       WHERE w.ev_class = 'read_reach'::regclass AND c.relname <> 'read_reach'`,
    );
    await tx.query('DROP VIEW read_reach');
    return columns;
  });
}

test('whatever column a reach is read from, its change gives a new version', async () => {
  const columns = await columnsOfReach();
  expect(columns).toContainEqual({ table: 'access_entries', column: 'role', isNoted: true });
  expect(columns.filter(({ isNoted }) => !isNoted)).toEqual([
    // An organization does not change its id.
    { table: 'organizations', column: 'id', isNoted: false },
  ]);
});
