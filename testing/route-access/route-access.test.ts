import { randomUUID } from 'node:crypto';

import { ROLE_NAMES } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { mayAct } from '@carrel/api/src/platform/access/authenticate.ts';
import { ROWS } from './all-rows.ts';
import {
  createRouteAccessFixture,
  headerOf,
  named,
  refused,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';
import type { ServerFixture, Visitor } from '../server-fixture.ts';

const PUBLIC = ROWS.filter(({ access }) => access === 'public');
const PERSONAL = ROWS.filter(({ access }) => access === 'account');

let fixture: RouteAccessFixture;
let server: ServerFixture;

beforeAll(async () => {
  fixture = await createRouteAccessFixture();
  ({ server } = fixture);
});

afterAll(async () => {
  await server.close();
});

test('every registered route has a row, and every row a route', () => {
  const registered = new Set(
    server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`),
  );
  expect([...registered].sort()).toEqual(ROWS.map(({ route }) => route).sort());
});

describe('a public route', () => {
  test.each(PUBLIC.map((row) => [row.route, row] as const))(
    '%s is open to every caller',
    async (_, row) => {
      const ids = await fixture.seedOrganization();
      expect((await fixture.call(server.visitor(), row, ids)).status).toBe(row.status);
    },
  );
});

describe('a personal route', () => {
  test.each(PERSONAL.map((row) => [row.route, row] as const))(
    'T1: %s is for signed-in accounts',
    async (_, row) => {
      const ids = await fixture.seedOrganization();
      const call = () => fixture.call(server.visitor(), row, ids);
      expect(await fixture.outcome(call)).toEqual(refused(401));
      const person = await server.person();
      expect((await fixture.call(person, row, ids)).status).toBe(row.status);
    },
  );
});

describe('a route of an organization', () => {
  test.each(named(SCOPED))('T1: %s is for members of a role', async (_, scoped) => {
    const { row, least } = scoped;
    for (const role of ROLE_NAMES) {
      const ids = await fixture.seedOrganization();
      const outcome = await fixture.outcome(() =>
        fixture.call(fixture.members[role], row, ids, headerOf(scoped, ids)),
      );
      const expected = mayAct(role, least)
        ? { status: row.status }
        : refused(403, /^Only an Owner/);
      expect({ role, ...outcome }).toMatchObject({ role, ...expected });
    }
  });

  test.each(named(SCOPED))('T1: %s is not for other accounts', async (_, scoped) => {
    const { row } = scoped;
    const { outsider, members } = fixture;
    const ids = await fixture.seedOrganization();
    const outcomeFor = (visitor: Visitor, header = headerOf(scoped, ids), target = ids) =>
      fixture.outcome(() => fixture.call(visitor, row, target, header));
    expect(await outcomeFor(server.visitor())).toEqual(refused(401));
    const foreign = await outcomeFor(outsider);
    expect(foreign).toEqual(refused(404));

    const absent = { ...ids, organizationId: randomUUID() };
    expect(await outcomeFor(outsider, headerOf(scoped, absent), absent)).toEqual(foreign);

    await server.database.query(
      'DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2',
      [ids.organizationId, members.Admin.accountId],
    );
    expect(await outcomeFor(members.Admin)).toEqual(foreign);
  });

  test.each(named(SCOPED.filter(({ byHeader }) => byHeader)))(
    'T1: %s needs one organization in its header',
    async (_, { row }) => {
      const ids = await fixture.seedOrganization();
      const { organizationId: id } = ids;
      for (const header of [undefined, '', 'garbage', `${id}, ${id}`, `${id}x`, "' OR 1=1 --"]) {
        const outcome = await fixture.outcome(() =>
          fixture.call(fixture.members.Owner, row, ids, header),
        );
        expect({ header, ...outcome }).toEqual({ header, ...refused(400) });
      }
    },
  );
});
