import type { RoleName } from '@carrel/shared/contract';
import { ROLE_NAMES } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Database } from '../../src/database/database.ts';
import { readResponse, type Member } from '../server-fixture.ts';
import type { AccessRow, SeededIds } from './access-row.ts';
import {
  createRouteAccessFixture,
  headerOf,
  named,
  ROWS,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';

let fixture: RouteAccessFixture;
/** Runs once, after the next request has been authenticated and before its handler starts. */
let afterAuthentication: (() => Promise<void>) | undefined;

/** Finding a session is the last thing that happens before the body of a request is read. */
const wrapDatabase = (database: Database): Database => ({
  ...database,
  queryOnce: async <Row>(sql: string, parameters: readonly unknown[], organizationId?: string) => {
    const rows = await database.queryOnce<Row>(sql, parameters, organizationId);
    const revoke = sql.includes('FROM sessions') ? afterAuthentication : undefined;
    if (revoke !== undefined) {
      afterAuthentication = undefined;
      await revoke();
    }
    return rows;
  },
});

beforeAll(async () => {
  fixture = await createRouteAccessFixture({ wrapDatabase });
});

afterAll(async () => {
  await fixture.server.close();
});

const changes = ({ row: { route, status } }: { row: AccessRow }) =>
  !route.startsWith('GET ') && status < 400;

/** Routes that change nothing of the organization. */
const CHANGES_NOTHING = new Set([
  'POST /datasets/preview-chunks',
  'POST /workspaces/:id/search',
  'POST /datasets/:id/search',
]);

const CHANGING = SCOPED.filter(changes).filter(({ row }) => !CHANGES_NOTHING.has(row.route));
const CHANGING_OWN = ROWS.filter(({ access }) => access === 'account')
  .map((row) => ({ row }))
  .filter(changes);

/** Everything that a route could have changed. */
async function contents(): Promise<unknown> {
  const tables = [
    'organizations',
    'memberships',
    'invitations',
    'workspaces',
    'workspace_datasets',
    'test_questions',
    'test_answers',
    'test_runs',
    'datasets',
    'archives',
    'documents',
    'account_emails',
    'audit_records',
    'outbox',
  ];
  const counts: Record<string, unknown> = {};
  for (const table of tables) {
    [counts[table]] = await fixture.server.database.query(
      `SELECT count(*), md5(string_agg(t::text, '' ORDER BY t::text)) FROM ${table} t`,
    );
  }
  [counts['jobs']] = await fixture.server.database.query('SELECT count(*) FROM pgboss.job');
  return counts;
}

/** Calls a route as a new member of the least role that may, who loses the right on the way. */
async function callWhile(
  { row, least, byHeader }: (typeof CHANGING)[number],
  revoke: (member: Member, ids: SeededIds) => Promise<void>,
): Promise<{ status: number; message: unknown }> {
  const ids = await fixture.seedOrganization();
  const member = await fixture.server.member(ids.organizationId, least);
  let before: unknown;
  afterAuthentication = async () => {
    await revoke(member, ids);
    before = await contents();
  };
  const header = headerOf({ row, least, byHeader }, ids);
  const response = await fixture.call(member, row, ids, header);
  expect(afterAuthentication).toBeUndefined();
  const body = (await readResponse(response)) as { message?: unknown } | undefined;
  expect(await contents()).toEqual(before);
  return { status: response.status, message: body?.message };
}

const setRole = async (member: Member, ids: SeededIds, role: RoleName) => {
  await fixture.server.database.query(
    'UPDATE memberships SET role_id = $3 WHERE organization_id = $1 AND account_id = $2',
    [ids.organizationId, member.accountId, await fixture.server.roleId(ids.organizationId, role)],
  );
};

const endSessions = async (member: Member) => {
  await fixture.server.database.query('DELETE FROM sessions WHERE account_id = $1', [
    member.accountId,
  ]);
};

describe('a right that is lost after authentication', () => {
  test.each(named(CHANGING))('S2: %s is refused for a removed member', async (_, scoped) => {
    const { status } = await callWhile(scoped, async (member, ids) => {
      await fixture.server.database.query(
        'DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2',
        [ids.organizationId, member.accountId],
      );
    });
    expect(status).toBe(404);
  });

  test.each(named(CHANGING.filter(({ least }) => least !== 'Viewer')))(
    'S2: %s is refused for a demoted member',
    async (_, scoped) => {
      const lower = ROLE_NAMES[ROLE_NAMES.indexOf(scoped.least) + 1] ?? 'Viewer';
      const { status, message } = await callWhile(scoped, (member, ids) =>
        setRole(member, ids, lower),
      );
      expect(status).toBe(403);
      expect(message).toMatch(/^Only an /);
    },
  );

  test.each(named(CHANGING))('S2: %s is refused for a revoked session', async (_, scoped) => {
    const { status } = await callWhile(scoped, endSessions);
    expect(status).toBe(401);
  });

  test.each(named(CHANGING_OWN))('S2: %s is refused for a revoked session', async (_, { row }) => {
    const ids = await fixture.seedOrganization();
    const person = await fixture.server.person();
    let before: unknown;
    afterAuthentication = async () => {
      await endSessions(person);
      before = await contents();
    };
    const response = await fixture.call(person, row, ids);
    expect(response.status).toBe(401);
    expect(await contents()).toEqual(before);
  });
});

describe('a body whose last byte is held back', () => {
  const withBody = CHANGING.filter(
    ({ row }) => row.json !== undefined || row.body?.bytes !== undefined,
  );

  test.each(named(withBody))(
    'S2: %s is refused after the caller was removed',
    async (_, scoped) => {
      const { row } = scoped;
      const ids = await fixture.seedOrganization();
      const member = await fixture.server.member(ids.organizationId, scoped.least);
      const bytes = row.body?.bytes ?? new TextEncoder().encode(JSON.stringify(row.json?.(ids)));
      const header = headerOf(scoped, ids);
      let before: unknown;
      let sent = 0;
      const authenticated = Promise.withResolvers<void>();
      afterAuthentication = () => Promise.resolve(authenticated.resolve());
      const body = new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          sent += 1;
          if (sent === 1) {
            controller.enqueue(bytes.subarray(0, -1));
            return;
          }
          // A stream may be asked for its rest before anyone reads it.
          await authenticated.promise;
          await fixture.server.database.query(
            'DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2',
            [ids.organizationId, member.accountId],
          );
          before = await contents();
          controller.enqueue(bytes.subarray(-1));
          controller.close();
        },
      });
      const [method = ''] = row.route.split(' ');
      const response = await fixture.server.app.request(`/api/v1${row.path(ids)}`, {
        method,
        headers: {
          Cookie: [...member.cookies].map((pair) => pair.join('=')).join('; '),
          ...(row.body === undefined ? { 'Content-Type': 'application/json' } : row.body.headers),
          ...(header === undefined ? {} : { 'X-Organization-Id': header }),
        },
        body,
        duplex: 'half',
      });
      expect(response.status).toBe(404);
      expect(before).toBeDefined();
      expect(await contents()).toEqual(before);
    },
  );
});
