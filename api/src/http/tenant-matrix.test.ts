import { randomUUID } from 'node:crypto';

import { ROLE_NAMES, type RoleName } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ACCOUNT_ROWS } from '../accounts/tenant-rows.ts';
import { ARCHIVE_ROWS } from '../archives/tenant-rows.ts';
import { AUDIT_ROWS } from '../audit/tenant-rows.ts';
import { DATASET_ROWS } from '../datasets/tenant-rows.ts';
import { createOrganization } from '../organizations/organization-repository.ts';
import { ORGANIZATION_ROWS } from '../organizations/tenant-rows.ts';
import { SUMMARY_ROWS } from '../summary/tenant-rows.ts';
import { WORKSPACE_ROWS } from '../workspaces/tenant-rows.ts';
import { mayAct } from './in-organization.ts';
import { partlyForeign, type TenantRow, type Things } from './tenant-row.ts';
import {
  createTestWorld,
  readAnswer,
  type Member,
  type TestWorld,
  type Visitor,
} from './test-world.ts';

// A part of the API adds its rows here, from a file beside its routes.
const ROWS: TenantRow[] = [
  ...ACCOUNT_ROWS,
  ...ORGANIZATION_ROWS,
  ...WORKSPACE_ROWS,
  ...DATASET_ROWS,
  ...ARCHIVE_ROWS,
  ...SUMMARY_ROWS,
  ...AUDIT_ROWS,
];

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
    `INSERT INTO archives (organization_id, dataset_id, id, name, size, sha256, sync, delete_orphans, purge_on_completion, status)
     VALUES ($1, $2, $3, 'a.zip', 1, $4, false, false, false, 'stored')`,
    [organizationId, datasetId, archiveId, new Uint8Array(32)],
  );
  const viewerRoleId = await world.roleId(organizationId, 'Viewer');
  const invitationId = randomUUID();
  await world.database.query(
    `INSERT INTO invitations (organization_id, id, address, address_key, role_id, renewed_at)
     VALUES ($1, $2, 'invited@example.com', 'invited@example.com', $3, now() - interval '1 hour')`,
    [organizationId, invitationId, viewerRoleId],
  );
  const otherMemberId = bystander.accountId;
  return {
    organizationId,
    otherMemberId,
    viewerRoleId,
    invitationId,
    workspaceId,
    datasetId,
    archiveId,
  };
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

/** What came of a call, and whether it changed anything: every change is audited. */
async function outcome(call: () => Promise<Response>) {
  const before = await written();
  const response = await call();
  const body: unknown = await readAnswer(response);
  return { status: response.status, body, wrote: (await written()) > before };
}

/** The outcome of a call that is refused in a sentence. */
const refused = (status: number, sentence = /^[A-Z].+\.$/) => ({
  status,
  body: { message: expect.stringMatching(sentence) as unknown },
  wrote: false,
});

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
      expect(await outcome(() => visit(world.visitor(), row, things))).toEqual(refused(401));
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
      const came = await outcome(() => visit(people[role], row, things, headerOf(scoped, things)));
      const expected = mayAct(role, least)
        ? { status: row.status }
        : refused(403, /^Only an Owner/);
      expect({ role, ...came }).toMatchObject({ role, ...expected });
    }
  });

  test.each(named(SCOPED))('%s is not for strangers', async (_, scoped) => {
    const { row } = scoped;
    const things = await furnished();
    const come = (visitor: Visitor, header = headerOf(scoped, things), of = things) =>
      outcome(() => visit(visitor, row, of, header));
    expect(await come(world.visitor())).toEqual(refused(401));
    const foreign = await come(outsider);
    expect(foreign).toEqual(refused(404));

    const absent = { ...things, organizationId: randomUUID() };
    expect(await come(outsider, headerOf(scoped, absent), absent)).toEqual(foreign);

    await world.database.query(
      'DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2',
      [things.organizationId, people.Admin.accountId],
    );
    expect(await come(people.Admin)).toEqual(foreign);
  });

  test.each(named(SCOPED.filter(({ byHeader }) => byHeader)))(
    '%s needs one organization in its header',
    async (_, { row }) => {
      const things = await furnished();
      const { organizationId: id } = things;
      for (const header of [undefined, '', 'garbage', `${id}, ${id}`, `${id}x`, "' OR 1=1 --"]) {
        const came = await outcome(() => visit(people.Owner, row, things, header));
        expect({ header, ...came }).toEqual({ header, ...refused(400) });
      }
    },
  );

  const inside = SCOPED.filter(({ row, byHeader }) => byHeader && row.route.includes(':id'));
  test.each(named(inside))(
    '%s tells things of other organizations from absent ones by nothing',
    async (_, { row }) => {
      const [mine, theirs] = [await furnished(), await furnished()];
      await world.database.query('DELETE FROM memberships WHERE organization_id = $1', [
        theirs.organizationId,
      ]);
      const absent = {
        ...mine,
        workspaceId: randomUUID(),
        datasetId: randomUUID(),
        archiveId: randomUUID(),
      };
      // What a path has two ids of may be foreign in either.
      const foreign = [theirs, ...partlyForeign(row, mine, theirs)];
      for (const things of [absent, ...foreign]) {
        const came = await outcome(() => visit(people.Owner, row, things, mine.organizationId));
        expect(came).toEqual(refused(404));
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
      const foreign = seen.filter(({ id }) => id !== mine.organizationId);
      expect({ name, foreign }).toEqual({ name, foreign: [] });
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
