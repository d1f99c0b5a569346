import { ROLE_NAMES } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Database, Queryable } from '@carrel/api/src/platform/database/database.ts';
import { mayAct } from '@carrel/api/src/platform/access/authenticate.ts';
import {
  createRouteAccessFixture,
  headerOf,
  named,
  refused,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';
import { replaceEachId } from './access-row.ts';
import { readResponse, type Member } from '../server-fixture.ts';

let fixture: RouteAccessFixture;
let outsider: Member;
let removedFilters = 0;

const FILTER = /(?:\b\w+\.)?\borganization_id = (\$\d)/g;
const ORGANIZATION_FILTER = /(\borganizations\b[^;]*\bWHERE )id = (\$\d)/;

/** Returns a statement without its filters by organization. */
function withoutFilter(sql: string): string {
  const open = sql
    .replaceAll(FILTER, '$1::uuid IS NOT NULL')
    .replace(ORGANIZATION_FILTER, '$1$2::uuid IS NOT NULL');
  if (open !== sql) removedFilters += 1;
  return open;
}

const withoutFilters = (tx: Queryable): Queryable => ({
  query: (sql, parameters) => tx.query(withoutFilter(sql), parameters),
});

const wrapDatabase = (database: Database): Database => ({
  ...database,
  tenant: (organizationId, work, before) =>
    database.tenant(organizationId, (tx) => work(withoutFilters(tx)), before),
  read: (organizationId, work) => database.read(organizationId, (tx) => work(withoutFilters(tx))),
  queryOnce: (sql, parameters, organizationId) =>
    database.queryOnce(
      organizationId === undefined ? sql : withoutFilter(sql),
      parameters,
      organizationId,
    ),
});

beforeAll(async () => {
  fixture = await createRouteAccessFixture({ wrapDatabase });
  outsider = await fixture.server.person();
});

afterAll(async () => {
  await fixture.server.close();
});

describe('with the filters of every repository removed', () => {
  test.each(named(SCOPED))(
    'T2: %s returns and changes nothing of other organizations',
    async (_, scoped) => {
      const { row, least } = scoped;
      const theirs = await fixture.seedOrganization(outsider);
      await fixture.server.database.query(
        'DELETE FROM memberships WHERE organization_id = $1 AND account_id <> $2',
        [theirs.organizationId, outsider.accountId],
      );
      const before = await contents(theirs.organizationId);
      for (const role of ROLE_NAMES) {
        const mine = await fixture.seedOrganization();
        const caller = fixture.members[role];
        const refusal = refused(mayAct(role, least) ? 404 : 403);
        for (const { inPath, foreign } of replaceEachId(row, mine, theirs)) {
          const outcome = await fixture.outcome(() =>
            fixture.call(caller, row, foreign, headerOf(scoped, mine)),
          );
          // A foreign id in a body is refused with the message of its field.
          expect(outcome).toEqual(inPath ? refusal : { ...outcome, wrote: false });
        }
        const response = await fixture.call(caller, row, mine, headerOf(scoped, mine));
        expect(response.status).toBe(mayAct(role, least) ? row.status : 403);
        const body = JSON.stringify((await readResponse(response)) ?? {});
        for (const id of Object.values(theirs)) expect(body).not.toContain(id);
      }
      expect(await contents(theirs.organizationId)).toEqual(before);
    },
  );

  test('T2: the filters were removed', () => {
    expect(removedFilters).toBeGreaterThan(SCOPED.length);
  });
});

/** Every row of an organization, from all tables with an organization's id. */
async function contents(organizationId: string): Promise<Record<string, unknown[]>> {
  const tables = await tenantTables();
  const rows = tables.map(async ({ name, key }) => [
    name,
    await fixture.server.database.query(
      `SELECT to_jsonb(t) AS row FROM ${name} t WHERE ${key} = $1 ORDER BY 1`,
      [organizationId],
    ),
  ]);
  return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown[]>;
}

const tenantTables = () =>
  fixture.server.database.query<{ name: string; key: string }>(
    `SELECT relname AS name, attname AS key FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND (attname = 'organization_id' OR (relname = 'organizations' AND attname = 'id'))`,
  );

describe('row-level security alone', () => {
  test('T2: shows and changes nothing of another organization in any table', async () => {
    const [mine, theirs] = [await fixture.seedOrganization(), await fixture.seedOrganization()];
    const { database } = fixture.server;
    const tables = await tenantTables();
    expect(tables.map(({ name }) => name)).toContain('workspaces');
    const before = await contents(theirs.organizationId);
    for (const { name, key } of tables) {
      const inside = (sql: string) =>
        database.tenant(mine.organizationId, (tx) => tx.query<{ id: string }>(sql)).catch(() => []);
      const seen = await inside(`SELECT DISTINCT ${key} AS id FROM ${name}`);
      const foreign = seen.filter(({ id }) => id !== mine.organizationId);
      expect({ name, foreign }).toEqual({ name, foreign: [] });
      await inside(`UPDATE ${name} SET ${key} = ${key}`);
      await inside(`UPDATE ${name} SET ${key} = '${theirs.organizationId}'`);
      await inside(`DELETE FROM ${name}`);
    }
    expect(await contents(theirs.organizationId)).toEqual(before);
  });

  test('T2: shows the accounts of members, without secrets', async () => {
    const { server, members, outsider } = fixture;
    const { organizationId } = await fixture.seedOrganization();
    const seen = await server.database.tenant(organizationId, (tx) =>
      tx.query<{ id: string }>('SELECT id FROM accounts'),
    );
    const ids = seen.map(({ id }) => id);
    expect(ids).toContain(members.Viewer.accountId);
    expect(ids).not.toContain(outsider.accountId);
    for (const secret of ['SELECT password_hash FROM accounts', 'SELECT value FROM secrets']) {
      const read = server.database.tenant(organizationId, (tx) => tx.query(secret));
      await expect(read).rejects.toThrow(/permission denied/);
    }
  });
});
