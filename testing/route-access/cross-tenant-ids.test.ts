import { AsyncLocalStorage } from 'node:async_hooks';

import type { Database, Queryable } from '@carrel/api/src/platform/database/database.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import {
  createRouteAccessFixture,
  headerOf,
  named,
  refused,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';
import { replaceEachId, type SeededIds } from './access-row.ts';
import { readResponse, type Member } from '../server-fixture.ts';

let fixture: RouteAccessFixture;
let outsider: Member;
/** The statements of the current call, without those of timers that earlier calls set. */
const currentCall = new AsyncLocalStorage<string[]>();
const record = (sql: string) => currentCall.getStore()?.push(sql);

function recorded<Target extends Queryable>(target: Target): Target {
  return {
    ...target,
    query: (sql: string, parameters?: readonly unknown[]) => {
      record(sql);
      return target.query(sql, parameters);
    },
  };
}

const wrapDatabase = (database: Database): Database => ({
  ...recorded(database),
  transaction: (work) => database.transaction((tx) => work(recorded(tx))),
  queryOnce: (sql, parameters, organizationId) => {
    record(sql);
    return database.queryOnce(sql, parameters, organizationId);
  },
  tenant: (organizationId, work) => database.tenant(organizationId, (tx) => work(recorded(tx))),
});

beforeAll(async () => {
  // A request that takes long reads its caller's rights twice, which is one more statement.
  vi.useFakeTimers({ toFake: ['performance'] });
  fixture = await createRouteAccessFixture({ wrapDatabase });
  outsider = await fixture.server.person();
});

afterAll(async () => {
  vi.useRealTimers();
  await fixture.server.close();
});

/** Everything by which a caller could distinguish two responses, without the requested id. */
async function observe(call: () => Promise<Response>, id: string) {
  const statements: string[] = [];
  let response: Response | undefined;
  const { status, wrote } = await fixture.outcome(async () => {
    response = await currentCall.run(statements, call);
    return new Response('{}', { status: response.status });
  });
  // Frequent requests are counted in batches, and rights are read again for a body that comes late and after some
  // time, whatever they ask for.
  const sent = statements.filter((sql) => !/audit_records|rate_limits|FROM sessions/.test(sql));
  const headers = Object.fromEntries(response?.headers ?? []);
  const body = response === undefined ? undefined : await readResponse(response);
  return {
    status,
    wrote,
    // The same statements take the same time, apart from noise that is larger on a network.
    statements: sent,
    headers: { ...headers, 'x-request-id': '' },
    body: JSON.stringify(body).replaceAll(id, 'ID'),
  };
}

test.each(named(SCOPED))(
  'T1: %s treats ids of other organizations as absent ones',
  async (_, scoped) => {
    const { row } = scoped;
    const [mine, theirs] = [
      await fixture.seedOrganization(),
      await fixture.seedOrganization(outsider),
    ];
    await fixture.server.database.query(
      'DELETE FROM memberships WHERE organization_id = $1 AND account_id <> $2',
      [theirs.organizationId, outsider.accountId],
    );
    const observeWith = (ids: SeededIds, id: string) =>
      observe(() => fixture.call(fixture.members.Owner, row, ids, headerOf(scoped, mine)), id);
    for (const { key, inPath, foreign, absent } of replaceEachId(row, mine, theirs)) {
      const observed = await observeWith(foreign, foreign[key]);
      const expected = { ...(await observeWith(absent, absent[key])), wrote: false };
      expect({ key, ...observed }).toEqual({ key, ...expected, ...(inPath && { status: 404 }) });
    }
  },
);

test.each(named(SCOPED.filter(({ row, byHeader }) => byHeader && row.route.includes(':id'))))(
  'T1: %s refuses ids of another organization under the own header',
  async (_, { row }) => {
    const [mine, theirs] = [await fixture.seedOrganization(), await fixture.seedOrganization()];
    const call = () => fixture.call(fixture.members.Owner, row, theirs, mine.organizationId);
    expect(await fixture.outcome(call)).toEqual(refused(404));
  },
);
