import { afterAll, beforeAll, expect, test } from 'vitest';

import { readResponse, type Visitor } from '../server-fixture.ts';
import {
  createRouteAccessFixture,
  headerOf,
  named,
  SCOPED,
  type RouteAccessFixture,
  type Scoped,
} from './route-access.ts';

let fixture: RouteAccessFixture;

beforeAll(async () => {
  fixture = await createRouteAccessFixture();
});
afterAll(() => fixture.server.close());

/** Their response has a secret. */
const SHOWN_ONCE = new Set([
  'POST /organizations/:id/api-keys',
  'POST /organizations/:id/api-keys/:keyId/rotate',
  'POST /organizations/:id/webhooks',
  'POST /organizations/:id/webhooks/:webhookId/rotate-secret',
]);
/** By the protocol of tus: an upload that nobody sends parts of expires. */
const WITHOUT = new Set(['POST /datasets/:id/uploads']);

const CREATING = SCOPED.filter(
  ({ row }) =>
    row.route.startsWith('POST ') &&
    (row.status === 201 || row.route.endsWith('/test-runs')) &&
    !WITHOUT.has(row.route),
);

const withKey = (visitor: Visitor, key: string): Visitor => ({
  ...visitor,
  call: (method, path, options = {}) =>
    visitor.call(method, path, {
      ...options,
      headers: { ...options.headers, 'Idempotency-Key': key },
    }),
});

async function countAuditRecords(organizationId: string): Promise<number> {
  const [row] = await fixture.server.database.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM audit_records WHERE organization_id = $1',
    [organizationId],
  );
  return row?.count ?? 0;
}

/** Calls a route twice with one key, and returns both responses and how many audit records each call wrote. */
async function callTwice(scoped: Scoped) {
  const { row } = scoped;
  const ids = await fixture.seedOrganization();
  const owner = withKey(fixture.members.Owner, 'f3a1c5d2');
  const calls = [];
  for (let count = 1; count <= 2; count += 1) {
    const before = await countAuditRecords(ids.organizationId);
    const response = await fixture.call(owner, row, ids, headerOf(scoped, ids));
    const wrote = (await countAuditRecords(ids.organizationId)) - before;
    const replayed = response.headers.get('Idempotency-Replayed') === 'true';
    calls.push({ status: response.status, body: await readResponse(response), wrote, replayed });
  }
  return calls;
}

const isShownOnce = ({ row }: Scoped) => SHOWN_ONCE.has(row.route);

test.each(named(CREATING.filter((scoped) => !isShownOnce(scoped))))(
  '%s creates once for an Idempotency-Key',
  async (_, scoped) => {
    const [first, second] = await callTwice(scoped);
    expect(first).toMatchObject({ status: scoped.row.status, wrote: 1, replayed: false });
    expect(second).toEqual({ ...first, wrote: 0, replayed: true });
  },
);

test.each(named(CREATING.filter(isShownOnce)))(
  '%s creates once for an Idempotency-Key, and keeps no secret',
  async (_, scoped) => {
    const [first, second] = await callTwice(scoped);
    expect(first).toMatchObject({ status: 201, wrote: 1 });
    const message = expect.stringContaining('shown once') as string;
    expect(second).toMatchObject({ status: 409, wrote: 0, body: { message } });
    const kept = await fixture.server.database.query<{ body: unknown }>(
      'SELECT body FROM idempotency_keys WHERE status = 201 AND body IS NULL',
    );
    expect(kept.length).toBeGreaterThan(0);
  },
);
