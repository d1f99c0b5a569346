import { ACCESS_ENTRIES_MAX, ACCESS_REQUESTS_MAX } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createAccessServer, type AccessServer } from '@carrel/testing/access-fixture.ts';
import {
  createAccessRequests,
  type AccessRequestsFixture,
} from '@carrel/testing/access-requests-fixture.ts';
import { readJson, type Member, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let accessServer: AccessServer;
let server: ServerFixture;
let owner: Member;
let viewer: Member;
let organizationId: string;
let requests: AccessRequestsFixture;

beforeAll(async () => {
  accessServer = await createAccessServer();
  ({ server, owner } = accessServer);
});
beforeEach(async () => {
  requests = await createAccessRequests(accessServer);
  ({ viewer, organizationId } = requests);
});
afterAll(() => accessServer.close());

const KINDS = ['dataset', 'workspace'] as const;

describe.each(KINDS)('a %s that is known', (kind) => {
  test('is closed to requests again, and then those that wait are gone', async () => {
    for (const change of [{ known: false }, { access: 'organization', known: true }]) {
      await requests.setAccess(kind, []);
      await requests.ask(kind);
      await requests.setAccess(kind, [], change);
      expect((await requests.seen(kind)).status).toBe(404);
      expect((await requests.ask(kind)).status).toBe(404);
      expect((await requests.access(kind)).requests).toEqual([]);
      await requests.setAccess(kind, []);
      expect(await readJson(await requests.seen(kind))).toMatchObject({ requested_at: null });
    }
  });

  test('has no request any more of whom it names, and of whom a group gives access', async () => {
    const other = await server.member(organizationId, 'Editor');
    await requests.setAccess(kind, []);
    await requests.ask(kind);
    await requests.ask(kind, other);
    const groups = `/organizations/${organizationId}/groups`;
    const group = await readJson<{ id: string }>(
      await owner.call('POST', groups, { json: { name: 'Readers', account_ids: [] } }),
    );
    const entries = [
      { account_id: other.accountId, role: 'Reader' },
      { group_id: group.id, role: 'Reader' },
    ];
    await requests.setAccess(kind, entries);
    expect((await requests.access(kind)).requests).toMatchObject([
      { account_id: viewer.accountId },
    ]);
    await owner.call('PATCH', `${groups}/${group.id}`, {
      json: { account_ids: [viewer.accountId] },
    });
    expect((await requests.access(kind)).requests).toEqual([]);
    await requests.setAccess(kind, entries);
    await requests.setAccess(kind, []);
    expect(await readJson(await requests.seen(kind, other))).toMatchObject({ requested_at: null });
    expect(await readJson(await requests.seen(kind))).toMatchObject({ requested_at: null });
  });

  test('has no request any more of who becomes an Admin', async () => {
    await requests.setAccess(kind, []);
    await requests.ask(kind);
    const member = `/organizations/${organizationId}/members/${viewer.accountId}`;
    const json = { role_id: await server.roleId(organizationId, 'Admin') };
    expect((await owner.call('PATCH', member, { json })).status).toBe(204);
    expect((await requests.access(kind)).requests).toEqual([]);
  });

  test('has no request any more of a person who leaves, nor a mail about it', async () => {
    await requests.setAccess(kind, []);
    await requests.ask(kind);
    await viewer.call('POST', `/organizations/${organizationId}/leave`);
    expect((await requests.access(kind)).requests).toEqual([]);
    expect((await requests.grant(kind)).status).toBe(404);
    expect(await server.mails()).toEqual([]);
  });

  test('sends no mail of access that has ended before it is sent', async () => {
    await requests.setAccess(kind, []);
    await requests.ask(kind);
    await requests.grant(kind);
    await requests.setAccess(kind, []);
    expect(await server.mails()).toEqual([]);
  });

  test('does not exist in another organization', async () => {
    await requests.setAccess(kind, []);
    const path = `${requests.path(kind)}/access-request`;
    const elsewhere = await accessServer.create();
    for (const who of [elsewhere.viewer, owner]) {
      expect((await elsewhere.call(who, 'GET', path)).status).toBe(404);
      expect((await elsewhere.call(who, 'POST', path, {})).status).toBe(404);
    }
    await requests.ask(kind);
    const theirs = `${requests.requestPath(kind, viewer)}/grant`;
    expect((await elsewhere.call(owner, 'POST', theirs, { role: 'Reader' })).status).toBe(404);
    expect((await elsewhere.call(owner, 'DELETE', requests.requestPath(kind, viewer))).status).toBe(
      404,
    );
    expect((await requests.access(kind)).requests).toHaveLength(1);
  });

  test('is unknown on every other path, and as one that is not known to those who reach it', async () => {
    await requests.setAccess(kind, [{ account_id: viewer.accountId, role: 'Searcher' }]);
    expect((await requests.seen(kind)).status).toBe(404);
    expect((await requests.ask(kind)).status).toBe(404);
    expect((await requests.seen(kind, owner)).status).toBe(404);
    expect((await requests.ask(kind, owner)).status).toBe(404);
    await requests.setAccess(kind, []);
    await requests.ask(kind);
    expect((await requests.call(viewer, 'GET', requests.path(kind))).status).toBe(404);
    expect((await requests.call(viewer, 'GET', `${requests.path(kind)}/access`)).status).toBe(404);
    const list = await (await requests.call(viewer, 'GET', `/${kind}s`)).text();
    expect(list).not.toContain(kind === 'dataset' ? 'Plans' : 'Research');
  });

  test('has as many requests and entries as may be', async () => {
    await requests.setAccess(kind, []);
    const viewerRole = await server.roleId(organizationId, 'Viewer');
    const fill = (table: string, columns: string, count: number) =>
      server.database.query(
        `WITH people AS (INSERT INTO accounts (first_name, last_name)
             SELECT 'A', 'B' FROM generate_series(1, $3) RETURNING id),
           members AS (INSERT INTO memberships (organization_id, account_id, role_id)
             SELECT $1, id, $4 FROM people)
         INSERT INTO ${table} (organization_id, ${kind}_id, account_id, ${columns}) SELECT $1, $2, id, 'Reader' FROM people`,
        [organizationId, requests.path(kind).split('/')[2], count, viewerRole],
      );
    await fill('access_requests', 'reason', ACCESS_REQUESTS_MAX);
    expect((await requests.ask(kind)).status).toBe(409);
    await server.database.query(
      'DELETE FROM access_requests WHERE ctid = (SELECT ctid FROM access_requests WHERE organization_id = $1 LIMIT 1)',
      [organizationId],
    );
    expect((await requests.ask(kind)).status).toBe(204);
    await fill('access_entries', 'role', ACCESS_ENTRIES_MAX);
    expect((await requests.grant(kind)).status).toBe(409);
    expect(await readJson(await requests.seen(kind))).toMatchObject({
      requested_at: expect.any(String) as string,
    });
  });
});

test.each(KINDS)('a %s that is not known is like one that there is not', async (kind) => {
  await requests.setAccess(kind, [], {});
  const unknown = `/${kind}s/${crypto.randomUUID()}/access-request`;
  for (const method of ['GET', 'POST']) {
    const json = method === 'POST' ? {} : undefined;
    const [mine, none] = [
      await requests.call(viewer, method, `${requests.path(kind)}/access-request`, json),
      await requests.call(viewer, method, unknown, json),
    ];
    expect(mine.status).toBe(404);
    expect(await mine.text()).toBe(await none.text());
  }
});

test('a guest who is named as a Manager is told of no request', async () => {
  const guest = await server.member(requests.organizationId, 'Viewer');
  const space = requests.path('workspace').split('/').at(-1);
  await server.database.query(
    'UPDATE memberships SET guest_of = $2 WHERE organization_id = $1 AND account_id = $3',
    [requests.organizationId, space, guest.accountId],
  );
  await requests.setAccess('dataset', [{ account_id: guest.accountId, role: 'Manager' }]);
  await server.mails();
  expect((await requests.ask('dataset')).status).toBe(204);
  expect((await server.mails()).map(({ to }) => to)).toEqual([owner.address]);
});

test('a reason is trimmed, and has at most 500 characters', async () => {
  await requests.setAccess('dataset', []);
  expect((await requests.ask('dataset', viewer, 'x'.repeat(501))).status).toBe(422);
  expect((await requests.ask('dataset', viewer, `  ${'x'.repeat(496)}  `)).status).toBe(204);
  expect((await requests.access('dataset')).requests).toMatchObject([{ reason: 'x'.repeat(496) }]);
});

test('names and a reason are no markup and no links in a mail', async () => {
  await requests.setAccess('dataset', []);
  await requests.ask('dataset', viewer, '<b>See</b> https://evil.example/now\nplease');
  const [mail] = await server.mails();
  expect(mail?.html).toContain('&lt;b&gt;See&lt;/b&gt; https evil example/now please');
  expect(mail?.text).not.toContain('https://evil');
});

test('one person asks so often in an hour', async () => {
  await requests.setAccess('dataset', []);
  const statuses: number[] = [];
  for (let count = 0; count <= 30; count += 1)
    statuses.push((await requests.ask('dataset')).status);
  expect(statuses.at(29)).toBe(204);
  expect(statuses.at(30)).toBe(429);
});
