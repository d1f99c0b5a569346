import { randomUUID } from 'node:crypto';

import { ROLE_NAMES, type RoleName } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ACCOUNT_ROWS } from '../accounts/tenant-rows.ts';
import { createOrganization } from '../organizations/organization-repository.ts';
import { ORGANIZATION_ROWS } from '../organizations/tenant-rows.ts';
import { WORKSPACE_ROWS } from '../workspaces/tenant-rows.ts';
import { mayAct } from './in-organization.ts';
import type { TenantRow, Things } from './tenant-row.ts';
import { createTestWorld, type Member, type TestWorld, type Visitor } from './test-world.ts';

// A part of the API adds its rows here, from a file beside its routes.
const ROWS: TenantRow[] = [...ACCOUNT_ROWS, ...ORGANIZATION_ROWS, ...WORKSPACE_ROWS];

const PUBLIC = ROWS.filter(({ access }) => access === 'public');
const PERSONAL = ROWS.filter(({ access }) => access === 'account');
const SCOPED = ROWS.flatMap((row) => {
  const { access } = row;
  if (typeof access === 'string') return [];
  return 'header' in access
    ? [{ row, least: access.header, byHeader: true }]
    : [{ row, least: access.path, byHeader: false }];
});

type Scoped = (typeof SCOPED)[number];

let world: TestWorld;
let people: Record<RoleName, Member>;
let outsider: Member;
let bystander: Member;

beforeAll(async () => {
  world = await createTestWorld();
  outsider = await world.person();
  bystander = await world.person();
  people = {
    Owner: await world.person(),
    Admin: await world.person(),
    Editor: await world.person(),
    Viewer: await world.person(),
  };
});

afterAll(async () => {
  await world.close();
});

async function join(organizationId: string, member: Member, role: RoleName): Promise<void> {
  await world.database.query(
    'INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)',
    [organizationId, member.accountId, await world.roleId(organizationId, role)],
  );
}

/** An organization with everybody in their role and one of everything. */
async function furnished(): Promise<Things> {
  const organizationId = await world.database.transaction((tx) =>
    createOrganization(tx, people.Owner.accountId, { name: 'Readers' }),
  );
  for (const role of ['Admin', 'Editor', 'Viewer'] as const) {
    await join(organizationId, people[role], role);
  }
  await join(organizationId, bystander, 'Viewer');
  const [workspaceId, datasetId, archiveId] = [randomUUID(), randomUUID(), randomUUID()];
  await world.database.query(
    'INSERT INTO workspaces (organization_id, id, name) VALUES ($1, $2, $3)',
    [organizationId, workspaceId, 'Workspace'],
  );
  await world.database.query(
    'INSERT INTO datasets (organization_id, id, name) VALUES ($1, $2, $3)',
    [organizationId, datasetId, 'Dataset'],
  );
  await world.database.query(
    `INSERT INTO archives (organization_id, dataset_id, id, name, size, sha256, sync, delete_orphans, purge_on_completion, state)
     VALUES ($1, $2, $3, 'a.zip', 1, $4, false, false, false, 'stored')`,
    [organizationId, datasetId, archiveId, new Uint8Array(32)],
  );
  const viewerRoleId = await world.roleId(organizationId, 'Viewer');
  const otherMemberId = bystander.accountId;
  return { organizationId, otherMemberId, viewerRoleId, workspaceId, datasetId, archiveId };
}

/** Calls a row's route; `header` is what X-Organization-Id says, or undefined to leave it out. */
function visit(visitor: Visitor, row: TenantRow, things: Things, header?: string) {
  const [method = ''] = row.route.split(' ');
  return visitor.call(method, row.path(things), {
    ...(row.json === undefined ? {} : { json: row.json(things) }),
    ...(row.body === undefined ? {} : { body: row.body.bytes }),
    headers: {
      ...row.body?.headers,
      ...(header === undefined ? {} : { 'X-Organization-Id': header }),
    },
  });
}

const headerOf = ({ byHeader }: Scoped, things: Things) =>
  byHeader ? things.organizationId : undefined;

async function written(): Promise<number> {
  const [row] = await world.database.query<{ count: number }>('SELECT count(*) FROM audit_records');
  return row?.count ?? 0;
}

/** Expects a refusal in a sentence, and that nothing was done. */
async function expectRefusal(call: () => Promise<Response>, status: number): Promise<string> {
  const before = await written();
  const response = await call();
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/^[A-Z].+\.$/) as unknown });
  expect(await written()).toBe(before);
  return text;
}

test('every registered route has a row, and every row a route', () => {
  const registered = new Set(
    world.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`),
  );
  expect([...registered].sort()).toEqual(ROWS.map(({ route }) => route).sort());
});

const named = <Row extends { row: TenantRow }>(rows: Row[]) =>
  rows.map((each) => [each.row.route, each] as const);

describe('a public route', () => {
  test.each(PUBLIC.map((row) => [row.route, row] as const))('%s is for anybody', async (_, row) => {
    const things = await furnished();
    expect((await visit(world.visitor(), row, things)).status).toBe(row.status);
  });
});

describe('a personal route', () => {
  test.each(PERSONAL.map((row) => [row.route, row] as const))(
    '%s is for signed-in people',
    async (_, row) => {
      const things = await furnished();
      await expectRefusal(() => visit(world.visitor(), row, things), 401);
      const someone = await world.person();
      expect((await visit(someone, row, things)).status).toBe(row.status);
    },
  );
});

describe('a route of an organization', () => {
  test.each(named(SCOPED))('%s is for members of a role', async (_, scoped) => {
    const { row, least } = scoped;
    for (const role of ROLE_NAMES) {
      const things = await furnished();
      const call = () => visit(people[role], row, things, headerOf(scoped, things));
      if (mayAct(role, least)) {
        const response = await call();
        expect(response.status, `${role}: ${await response.clone().text()}`).toBe(row.status);
      } else {
        expect(await expectRefusal(call, 403)).toContain('Only an Owner');
      }
    }
  });

  test.each(named(SCOPED))('%s is not for strangers', async (_, scoped) => {
    const { row } = scoped;
    const things = await furnished();
    const header = headerOf(scoped, things);
    await expectRefusal(() => visit(world.visitor(), row, things, header), 401);
    const foreign = await expectRefusal(() => visit(outsider, row, things, header), 404);

    const absent = { ...things, organizationId: randomUUID() };
    expect(
      await expectRefusal(() => visit(outsider, row, absent, headerOf(scoped, absent)), 404),
    ).toBe(foreign);

    await world.database.query(
      'DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2',
      [things.organizationId, people.Admin.accountId],
    );
    expect(await expectRefusal(() => visit(people.Admin, row, things, header), 404)).toBe(foreign);
  });

  test.each(named(SCOPED.filter(({ byHeader }) => byHeader)))(
    '%s needs one organization in its header',
    async (_, { row }) => {
      const things = await furnished();
      const { organizationId: id } = things;
      for (const header of [undefined, '', 'garbage', `${id}, ${id}`, `${id}x`, "' OR 1=1 --"]) {
        await expectRefusal(() => visit(people.Owner, row, things, header), 400);
      }
    },
  );

  const inside = SCOPED.filter(({ row }) => /:(?:id|datasetId)/.test(row.route));
  test.each(named(inside.filter(({ byHeader }) => byHeader)))(
    '%s tells things of other organizations from absent ones by nothing',
    async (_, { row }) => {
      const [mine, theirs] = [await furnished(), await furnished()];
      await world.database.query('DELETE FROM memberships WHERE organization_id = $1', [
        theirs.organizationId,
      ]);
      const call = (things: Things) => () => visit(people.Owner, row, things, mine.organizationId);
      const foreign = await expectRefusal(call(theirs), 404);
      const absent = {
        ...mine,
        workspaceId: randomUUID(),
        datasetId: randomUUID(),
        archiveId: randomUUID(),
      };
      expect(await expectRefusal(call(absent), 404)).toBe(foreign);
      if (row.route.includes('/workspaces/:id/datasets/:datasetId')) {
        await expectRefusal(call({ ...mine, datasetId: theirs.datasetId }), 404);
        await expectRefusal(call({ ...mine, workspaceId: theirs.workspaceId }), 404);
      }
    },
  );
});

describe('row-level security alone', () => {
  test('shows and changes nothing of another organization in any table', async () => {
    const [mine, theirs] = [await furnished(), await furnished()];
    const tables = await world.database.query<{ name: string; key: string }>(
      `SELECT relname AS name, attname AS key FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
         AND (attname = 'organization_id' OR (relname = 'organizations' AND attname = 'id'))`,
    );
    expect(tables.map(({ name }) => name)).toContain('workspaces');
    for (const { name, key } of tables) {
      const seen = await world.database
        .tenant(mine.organizationId, (tx) =>
          tx.query<{ id: string }>(`SELECT DISTINCT ${key} AS id FROM ${name}`),
        )
        .catch(() => []);
      expect(
        seen.filter(({ id }) => id !== mine.organizationId),
        name,
      ).toEqual([]);
    }
    await world.database.tenant(mine.organizationId, async (tx) => {
      await tx.query(`UPDATE workspaces SET name = 'Mine'`);
      await tx.query('DELETE FROM datasets');
    });
    const [left] = await world.database.query(
      `SELECT (SELECT name FROM workspaces WHERE organization_id = $1) AS workspace,
         (SELECT count(*) FROM datasets WHERE organization_id = $1) AS datasets`,
      [theirs.organizationId],
    );
    expect(left).toEqual({ workspace: 'Workspace', datasets: 1 });
  });

  test('shows of accounts the fellow members and no secret', async () => {
    const { organizationId } = await furnished();
    const seen = await world.database.tenant(organizationId, (tx) =>
      tx.query<{ id: string }>('SELECT id FROM accounts'),
    );
    const ids = seen.map(({ id }) => id);
    expect(ids).toContain(people.Viewer.accountId);
    expect(ids).not.toContain(outsider.accountId);
    for (const secret of ['SELECT password_hash FROM accounts', 'SELECT value FROM secrets']) {
      const read = world.database.tenant(organizationId, (tx) => tx.query(secret));
      await expect(read).rejects.toThrow(/permission denied/);
    }
  });
});
