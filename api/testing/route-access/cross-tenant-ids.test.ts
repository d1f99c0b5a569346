import type { Database, Queryable } from '../../src/database/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createRouteAccessFixture,
  headerOf,
  named,
  refused,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';
import { partlyForeign, type SeededIds } from './access-row.ts';
import { readResponse, type Member } from '../server-fixture.ts';

let fixture: RouteAccessFixture;
let stranger: Member;
/** The statements that the database was asked since it was emptied. */
const asked: string[] = [];

function listening<Heard extends Queryable>(heard: Heard): Heard {
  return {
    ...heard,
    query: (sql: string, parameters?: readonly unknown[]) => {
      asked.push(sql);
      return heard.query(sql, parameters);
    },
  };
}

const wrapDatabase = (database: Database): Database => ({
  ...listening(database),
  transaction: (work) => database.transaction((tx) => work(listening(tx))),
  queryOnce: (sql, parameters, organizationId) => {
    asked.push(sql);
    return database.queryOnce(sql, parameters, organizationId);
  },
  tenant: (organizationId, work) => database.tenant(organizationId, (tx) => work(listening(tx))),
});

beforeAll(async () => {
  fixture = await createRouteAccessFixture({ wrapDatabase });
  stranger = await fixture.server.person();
});

afterAll(async () => {
  await fixture.server.close();
});

/** Everything that a caller could tell two answers apart by, but for the id that was asked about. */
async function traces(call: () => Promise<Response>, id: string) {
  asked.length = 0;
  let answer: Response | undefined;
  const { status, wrote } = await fixture.outcome(async () => {
    answer = await call();
    return new Response('{}', { status: answer.status });
  });
  const statements = asked.filter((sql) => !sql.includes('audit_records'));
  const headers = Object.fromEntries(answer?.headers ?? []);
  const body = answer === undefined ? undefined : await readResponse(answer);
  return {
    status,
    wrote,
    // As many statements of the same kind take the same time, to within what a network blurs.
    statements,
    headers: { ...headers, 'x-request-id': '' },
    body: JSON.stringify(body).replaceAll(id, 'ID'),
  };
}

test.each(named(SCOPED))(
  'T1: %s tells ids of other organizations from absent ones by nothing',
  async (_, scoped) => {
    const { row } = scoped;
    const [mine, theirs] = [
      await fixture.seedOrganization(),
      await fixture.seedOrganization(stranger),
    ];
    await fixture.server.database.query(
      'DELETE FROM memberships WHERE organization_id = $1 AND account_id <> $2',
      [theirs.organizationId, stranger.accountId],
    );
    const come = (ids: SeededIds, id: string) =>
      traces(() => fixture.visit(fixture.people.Owner, row, ids, headerOf(scoped, mine)), id);
    for (const { part, inPath, foreign, absent } of partlyForeign(row, mine, theirs)) {
      const key = part as keyof SeededIds;
      const came = await come(foreign, foreign[key]);
      const expected = { ...(await come(absent, absent[key])), wrote: false };
      expect({ part, ...came }).toEqual({ part, ...expected, ...(inPath && { status: 404 }) });
    }
  },
);

test.each(named(SCOPED.filter(({ row, byHeader }) => byHeader && row.route.includes(':id'))))(
  'T1: %s refuses what is foreign but for the header',
  async (_, { row }) => {
    const [mine, theirs] = [await fixture.seedOrganization(), await fixture.seedOrganization()];
    const come = () => fixture.visit(fixture.people.Owner, row, theirs, mine.organizationId);
    expect(await fixture.outcome(come)).toEqual(refused(404));
  },
);
