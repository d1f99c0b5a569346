import type { Database, Queryable } from '../../src/database/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createRouteAccess,
  headerOf,
  named,
  refused,
  SCOPED,
  type RouteAccess,
} from './route-access.ts';
import { partlyForeign, type Things } from './access-row.ts';
import { readResponse, type Member } from '../server-fixture.ts';

let matrix: RouteAccess;
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
  matrix = await createRouteAccess({ wrapDatabase });
  stranger = await matrix.world.person();
});

afterAll(async () => {
  await matrix.world.close();
});

/** Everything that a caller could tell two answers apart by, but for the id that was asked about. */
async function traces(call: () => Promise<Response>, id: string) {
  asked.length = 0;
  let answer: Response | undefined;
  const { status, wrote } = await matrix.outcome(async () => {
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
  'T1: %s tells things of other organizations from absent ones by nothing',
  async (_, scoped) => {
    const { row } = scoped;
    const [mine, theirs] = [await matrix.seeded(), await matrix.seeded(stranger)];
    await matrix.world.database.query(
      'DELETE FROM memberships WHERE organization_id = $1 AND account_id <> $2',
      [theirs.organizationId, stranger.accountId],
    );
    const come = (things: Things, id: string) =>
      traces(() => matrix.visit(matrix.people.Owner, row, things, headerOf(scoped, mine)), id);
    for (const { part, inPath, foreign, absent } of partlyForeign(row, mine, theirs)) {
      const key = part as keyof Things;
      const came = await come(foreign, foreign[key]);
      const expected = { ...(await come(absent, absent[key])), wrote: false };
      expect({ part, ...came }).toEqual({ part, ...expected, ...(inPath && { status: 404 }) });
    }
  },
);

test.each(named(SCOPED.filter(({ row, byHeader }) => byHeader && row.route.includes(':id'))))(
  'T1: %s refuses what is foreign but for the header',
  async (_, { row }) => {
    const [mine, theirs] = [await matrix.seeded(), await matrix.seeded()];
    const come = () => matrix.visit(matrix.people.Owner, row, theirs, mine.organizationId);
    expect(await matrix.outcome(come)).toEqual(refused(404));
  },
);
