import { randomUUID } from 'node:crypto';

import { ROLE_NAMES } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { mayAct } from '../../src/access/in-organization.ts';
import {
  createRouteAccess,
  headerOf,
  named,
  refused,
  ROWS,
  SCOPED,
  type RouteAccess,
} from './route-access.ts';
import type { ServerFixture, Visitor } from '../server-fixture.ts';

const PUBLIC = ROWS.filter(({ access }) => access === 'public');
const PERSONAL = ROWS.filter(({ access }) => access === 'account');

let matrix: RouteAccess;
let world: ServerFixture;

beforeAll(async () => {
  matrix = await createRouteAccess();
  ({ world } = matrix);
});

afterAll(async () => {
  await world.close();
});

test('every registered route has a row, and every row a route', () => {
  const registered = new Set(
    world.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`),
  );
  expect([...registered].sort()).toEqual(ROWS.map(({ route }) => route).sort());
});

describe('a public route', () => {
  test.each(PUBLIC.map((row) => [row.route, row] as const))('%s is for anybody', async (_, row) => {
    const things = await matrix.seeded();
    expect((await matrix.visit(world.visitor(), row, things)).status).toBe(row.status);
  });
});

describe('a personal route', () => {
  test.each(PERSONAL.map((row) => [row.route, row] as const))(
    'T1: %s is for signed-in people',
    async (_, row) => {
      const things = await matrix.seeded();
      const come = () => matrix.visit(world.visitor(), row, things);
      expect(await matrix.outcome(come)).toEqual(refused(401));
      const someone = await world.person();
      expect((await matrix.visit(someone, row, things)).status).toBe(row.status);
    },
  );
});

describe('a route of an organization', () => {
  test.each(named(SCOPED))('T1: %s is for members of a role', async (_, scoped) => {
    const { row, least } = scoped;
    for (const role of ROLE_NAMES) {
      const things = await matrix.seeded();
      const came = await matrix.outcome(() =>
        matrix.visit(matrix.people[role], row, things, headerOf(scoped, things)),
      );
      const expected = mayAct(role, least)
        ? { status: row.status }
        : refused(403, /^Only an Owner/);
      expect({ role, ...came }).toMatchObject({ role, ...expected });
    }
  });

  test.each(named(SCOPED))('T1: %s is not for strangers', async (_, scoped) => {
    const { row } = scoped;
    const { outsider, people } = matrix;
    const things = await matrix.seeded();
    const come = (visitor: Visitor, header = headerOf(scoped, things), of = things) =>
      matrix.outcome(() => matrix.visit(visitor, row, of, header));
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
    'T1: %s needs one organization in its header',
    async (_, { row }) => {
      const things = await matrix.seeded();
      const { organizationId: id } = things;
      for (const header of [undefined, '', 'garbage', `${id}, ${id}`, `${id}x`, "' OR 1=1 --"]) {
        const came = await matrix.outcome(() =>
          matrix.visit(matrix.people.Owner, row, things, header),
        );
        expect({ header, ...came }).toEqual({ header, ...refused(400) });
      }
    },
  );
});
