import { randomUUID } from 'node:crypto';

import { ROLE_NAMES } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { mayAct } from '../../src/access/in-organization.ts';
import {
  createRouteAccessFixture,
  headerOf,
  named,
  refused,
  ROWS,
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
  test.each(PUBLIC.map((row) => [row.route, row] as const))('%s is for anybody', async (_, row) => {
    const ids = await fixture.seedOrganization();
    expect((await fixture.visit(server.visitor(), row, ids)).status).toBe(row.status);
  });
});

describe('a personal route', () => {
  test.each(PERSONAL.map((row) => [row.route, row] as const))(
    'T1: %s is for signed-in people',
    async (_, row) => {
      const ids = await fixture.seedOrganization();
      const come = () => fixture.visit(server.visitor(), row, ids);
      expect(await fixture.outcome(come)).toEqual(refused(401));
      const someone = await server.person();
      expect((await fixture.visit(someone, row, ids)).status).toBe(row.status);
    },
  );
});

describe('a route of an organization', () => {
  test.each(named(SCOPED))('T1: %s is for members of a role', async (_, scoped) => {
    const { row, least } = scoped;
    for (const role of ROLE_NAMES) {
      const ids = await fixture.seedOrganization();
      const came = await fixture.outcome(() =>
        fixture.visit(fixture.people[role], row, ids, headerOf(scoped, ids)),
      );
      const expected = mayAct(role, least)
        ? { status: row.status }
        : refused(403, /^Only an Owner/);
      expect({ role, ...came }).toMatchObject({ role, ...expected });
    }
  });

  test.each(named(SCOPED))('T1: %s is not for strangers', async (_, scoped) => {
    const { row } = scoped;
    const { outsider, people } = fixture;
    const ids = await fixture.seedOrganization();
    const come = (visitor: Visitor, header = headerOf(scoped, ids), of = ids) =>
      fixture.outcome(() => fixture.visit(visitor, row, of, header));
    expect(await come(server.visitor())).toEqual(refused(401));
    const foreign = await come(outsider);
    expect(foreign).toEqual(refused(404));

    const absent = { ...ids, organizationId: randomUUID() };
    expect(await come(outsider, headerOf(scoped, absent), absent)).toEqual(foreign);

    await server.database.query(
      'DELETE FROM memberships WHERE organization_id = $1 AND account_id = $2',
      [ids.organizationId, people.Admin.accountId],
    );
    expect(await come(people.Admin)).toEqual(foreign);
  });

  test.each(named(SCOPED.filter(({ byHeader }) => byHeader)))(
    'T1: %s needs one organization in its header',
    async (_, { row }) => {
      const ids = await fixture.seedOrganization();
      const { organizationId: id } = ids;
      for (const header of [undefined, '', 'garbage', `${id}, ${id}`, `${id}x`, "' OR 1=1 --"]) {
        const came = await fixture.outcome(() =>
          fixture.visit(fixture.people.Owner, row, ids, header),
        );
        expect({ header, ...came }).toEqual({ header, ...refused(400) });
      }
    },
  );
});
