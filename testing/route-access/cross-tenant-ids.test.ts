import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { StatementRecorder } from '../database/record-statements.ts';
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
const recorder = new StatementRecorder();

beforeAll(async () => {
  // A request that takes long reads its caller's rights twice, which is one more statement.
  vi.useFakeTimers({ toFake: ['performance'] });
  fixture = await createRouteAccessFixture(recorder);
  outsider = await fixture.server.person();
});

afterAll(async () => {
  vi.useRealTimers();
  await fixture.server.close();
});

/** Everything by which a caller could distinguish two responses, without the requested id. */
async function observe(call: () => Promise<Response>, id: string) {
  let statements: string[] = [];
  let response: Response | undefined;
  const { status, wrote } = await fixture.outcome(async () => {
    [response, statements] = await recorder.during(call);
    return new Response('{}', { status: response.status });
  });
  const headers = Object.fromEntries(response?.headers ?? []);
  const body = response === undefined ? undefined : await readResponse(response);
  return {
    status,
    wrote,
    statements,
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
