import type { RoleName } from '@carrel/shared/contract';
import { ROLE_NAMES } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readResponse, type Member } from '../server-fixture.ts';
import type { AccessRow, SeededIds } from './access-row.ts';
import { contents as contentsOf, createAfterAuthentication } from './after-authentication.ts';
import { ROWS } from './all-rows.ts';
import {
  createRouteAccessFixture,
  headerOf,
  named,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';

let fixture: RouteAccessFixture;
const authenticated = createAfterAuthentication();

beforeAll(async () => {
  fixture = await createRouteAccessFixture({ wrapDatabase: authenticated.wrapDatabase });
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
  'POST /search',
]);

const CHANGING = SCOPED.filter(changes).filter(({ row }) => !CHANGES_NOTHING.has(row.route));
const CHANGING_OWN = ROWS.filter(({ access }) => access === 'account')
  .map((row) => ({ row }))
  .filter(changes);

const contents = () => contentsOf(fixture.server.database);

/** Calls a route as a new member of the least role that may, who loses the right on the way. */
async function callWhile(
  { row, least, byHeader }: (typeof CHANGING)[number],
  revoke: (member: Member, ids: SeededIds) => Promise<void>,
): Promise<{ status: number; message: unknown }> {
  const ids = await fixture.seedOrganization();
  const member = await fixture.server.member(ids.organizationId, least);
  let before: unknown;
  authenticated.next = async () => {
    await revoke(member, ids);
    before = await contents();
  };
  const header = headerOf({ row, least, byHeader }, ids);
  const response = await fixture.call(member, row, ids, header);
  expect(authenticated.next).toBeUndefined();
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
    authenticated.next = async () => {
      await endSessions(person);
      before = await contents();
    };
    const response = await fixture.call(person, row, ids);
    expect(response.status).toBe(401);
    expect(await contents()).toEqual(before);
  });
});
