import {
  ACCESS_ENTRIES_MAX,
  ACCESS_REQUESTS_MAX,
  type Access,
  type AuditPage,
  type KnownObject,
} from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createAccessServer,
  type AccessFixture,
  type AccessServer,
} from '@carrel/testing/access-fixture.ts';
import { readJson, type Member, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let access: AccessServer;
let server: ServerFixture;
let owner: Member;
let viewer: Member;
let organizationId: string;
let plans: string;
let space: string;
let call: AccessFixture['call'];

beforeAll(async () => {
  access = await createAccessServer();
  ({ server, owner } = access);
});
beforeEach(async () => {
  ({ organizationId, viewer, plans, call } = await access.create());
  const created = await call(owner, 'POST', '/workspaces', { name: 'Research' });
  space = (await readJson<{ id: string }>(created)).id;
  await server.database.query('DELETE FROM rate_limits');
  await server.mails();
});
afterAll(() => access.close());

const KINDS = ['dataset', 'workspace'] as const;
type Kind = (typeof KINDS)[number];

const pathOf = (kind: Kind) => (kind === 'dataset' ? `/datasets/${plans}` : `/workspaces/${space}`);

async function setAccess(kind: Kind, entries: object[], change: object = { known: true }) {
  const json = { access: 'named', entries, ...change };
  expect((await call(owner, 'PUT', `${pathOf(kind)}/access`, json)).status).toBe(204);
}

const ask = (kind: Kind, who = viewer, reason = 'I draw the engine.') =>
  call(who, 'POST', `${pathOf(kind)}/access-request`, { reason });
const seen = (kind: Kind, who = viewer) => call(who, 'GET', `${pathOf(kind)}/access-request`);
const requestPath = (kind: Kind, who: Member) => `${pathOf(kind)}/access-requests/${who.accountId}`;
const grant = (kind: Kind, role = 'Reader', by = owner, who = viewer) =>
  call(by, 'POST', `${requestPath(kind, who)}/grant`, { role });
const refuse = (kind: Kind, by = owner, who = viewer) => call(by, 'DELETE', requestPath(kind, who));
const accessTo = async (kind: Kind, who = owner) =>
  readJson<Access>(await call(who, 'GET', `${pathOf(kind)}/access`));
const openRequests = async (kind: Kind) => (await accessTo(kind)).requests;
const ageRefusal = (days: number) =>
  server.database.query(
    `UPDATE access_requests SET refused_at = refused_at - $2 * interval '1 day' WHERE organization_id = $1`,
    [organizationId, days],
  );
const actions = async () => {
  const log = await owner.call('GET', `/organizations/${organizationId}/audit`);
  return (await readJson<AuditPage>(log)).records;
};

describe.each(KINDS)('a %s that is known', (kind) => {
  test('is asked for by a member, and granted', async () => {
    await setAccess(kind, []);
    const known = await readJson<KnownObject>(await seen(kind));
    expect(known).toEqual({
      name: kind === 'dataset' ? 'Plans' : 'Research',
      requested_at: null,
      refused_at: null,
    });
    expect((await ask(kind)).status).toBe(204);
    expect(await readJson(await seen(kind))).toMatchObject({
      requested_at: expect.any(String) as string,
    });
    expect(await openRequests(kind)).toMatchObject([
      {
        account_id: viewer.accountId,
        name: 'Ada Byron',
        address: viewer.address,
        reason: 'I draw the engine.',
      },
    ]);
    const [mail, ...others] = await server.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: owner.address,
      subject: `Ada Byron asks for access to the ${kind} ${known.name}`,
      link: expect.stringContaining(
        `${pathOf(kind)}/${kind === 'dataset' ? 'settings' : 'manage'}`,
      ) as string,
    });
    expect(mail?.text).toContain('I draw the engine');
    expect(mail?.text).toContain(viewer.address);

    expect((await grant(kind, 'Editor')).status).toBe(204);
    expect((await call(viewer, 'GET', pathOf(kind))).status).toBe(200);
    expect(await accessTo(kind)).toMatchObject({
      entries: [{ account_id: viewer.accountId, role: 'Editor' }],
      requests: [],
    });
    expect((await seen(kind)).status).toBe(404);
    expect((await grant(kind)).status).toBe(404);
    expect(await server.mails()).toMatchObject([
      {
        to: viewer.address,
        subject: `You now have access to ${known.name}`,
        link: expect.stringContaining(pathOf(kind)) as string,
      },
    ]);
    expect((await actions()).slice(0, 2)).toMatchObject([
      {
        action: `${kind}.access_granted`,
        object: { type: 'account', id: viewer.accountId, name: 'Ada Byron' },
        details: { [kind]: known.name, role: 'Editor' },
      },
      { action: `${kind}.access_requested`, object: { type: kind, name: known.name } },
    ]);
  });

  test('is asked for once while the request waits', async () => {
    await setAccess(kind, []);
    await ask(kind);
    await server.mails();
    expect((await ask(kind, viewer, 'Again.')).status).toBe(204);
    expect(await server.mails()).toEqual([]);
    expect(await openRequests(kind)).toMatchObject([{ reason: 'I draw the engine.' }]);
    const recorded = (await actions()).filter(({ action }) => action.endsWith('requested'));
    expect(recorded).toHaveLength(1);
  });

  test('is refused, and asked for again after seven days', async () => {
    await setAccess(kind, []);
    await ask(kind);
    await server.mails();
    expect((await refuse(kind)).status).toBe(204);
    expect((await refuse(kind)).status).toBe(404);
    expect((await grant(kind)).status).toBe(404);
    expect(await server.mails()).toEqual([]);
    expect(await openRequests(kind)).toEqual([]);
    expect((await actions())[0]).toMatchObject({
      action: `${kind}.access_refused`,
      object: { name: 'Ada Byron' },
    });
    expect(await readJson(await seen(kind))).toMatchObject({
      refused_at: expect.any(String) as string,
    });
    const early = await ask(kind);
    expect(early.status).toBe(409);
    expect(await readJson(early)).toEqual({
      message: 'Your request was refused. You can ask again 7 days after that.',
    });
    await ageRefusal(7);
    expect((await ask(kind, viewer, 'Once more.')).status).toBe(204);
    expect(await openRequests(kind)).toMatchObject([{ reason: 'Once more.' }]);
    expect(await server.mails()).toHaveLength(1);
  });

  test('is decided about by its Managers, who alone get a mail', async () => {
    const manager = await server.member(organizationId, 'Viewer');
    const inGroup = await server.member(organizationId, 'Viewer');
    const reader = await server.member(organizationId, 'Editor');
    const groups = `/organizations/${organizationId}/groups`;
    const group = await owner.call('POST', groups, {
      json: { name: 'Deciders', account_ids: [inGroup.accountId, manager.accountId] },
    });
    await setAccess(kind, [
      { account_id: manager.accountId, role: 'Manager' },
      { group_id: (await readJson<{ id: string }>(group)).id, role: 'Manager' },
      { account_id: reader.accountId, role: 'Editor' },
    ]);
    await server.mails();
    await ask(kind);
    const recipients = (await server.mails()).map(({ to }) => to);
    expect(recipients).toEqual([manager.address, inGroup.address]);
    expect((await accessTo(kind, reader)).requests).toEqual([]);
    expect((await accessTo(kind, manager)).requests).toHaveLength(1);
    expect((await grant(kind, 'Reader', reader)).status).toBe(403);
    expect((await refuse(kind, reader)).status).toBe(403);
    expect((await grant(kind, 'Reader', manager)).status).toBe(204);
  });

  test('is closed to requests again, and then those that wait are gone', async () => {
    for (const change of [{ known: false }, { access: 'organization', known: true }]) {
      await setAccess(kind, []);
      await ask(kind);
      await setAccess(kind, [], change);
      expect((await seen(kind)).status).toBe(404);
      expect((await ask(kind)).status).toBe(404);
      expect(await openRequests(kind)).toEqual([]);
      await setAccess(kind, []);
      expect(await readJson(await seen(kind))).toMatchObject({ requested_at: null });
    }
  });

  test('has no request any more of whom it names, and of whom a group gives access', async () => {
    const other = await server.member(organizationId, 'Editor');
    await setAccess(kind, []);
    await ask(kind);
    await ask(kind, other);
    const groups = `/organizations/${organizationId}/groups`;
    const group = await readJson<{ id: string }>(
      await owner.call('POST', groups, { json: { name: 'Readers', account_ids: [] } }),
    );
    const entries = [
      { account_id: other.accountId, role: 'Reader' },
      { group_id: group.id, role: 'Reader' },
    ];
    await setAccess(kind, entries);
    expect(await openRequests(kind)).toMatchObject([{ account_id: viewer.accountId }]);
    await owner.call('PATCH', `${groups}/${group.id}`, {
      json: { account_ids: [viewer.accountId] },
    });
    expect(await openRequests(kind)).toEqual([]);
    await setAccess(kind, entries);
    await setAccess(kind, []);
    expect(await readJson(await seen(kind, other))).toMatchObject({ requested_at: null });
    expect(await readJson(await seen(kind))).toMatchObject({ requested_at: null });
  });

  test('has no request any more of a person who leaves, nor a mail about it', async () => {
    await setAccess(kind, []);
    await ask(kind);
    await viewer.call('POST', `/organizations/${organizationId}/leave`);
    expect(await openRequests(kind)).toEqual([]);
    expect((await grant(kind)).status).toBe(404);
    expect(await server.mails()).toEqual([]);
  });

  test('sends no mail of access that has ended before it is sent', async () => {
    await setAccess(kind, []);
    await ask(kind);
    await grant(kind);
    await setAccess(kind, []);
    expect(await server.mails()).toEqual([]);
  });

  test('does not exist in another organization', async () => {
    await setAccess(kind, []);
    const path = `${pathOf(kind)}/access-request`;
    const elsewhere = await access.create();
    for (const who of [elsewhere.viewer, owner]) {
      expect((await elsewhere.call(who, 'GET', path)).status).toBe(404);
      expect((await elsewhere.call(who, 'POST', path, {})).status).toBe(404);
    }
    await ask(kind);
    const theirs = `${requestPath(kind, viewer)}/grant`;
    expect((await elsewhere.call(owner, 'POST', theirs, { role: 'Reader' })).status).toBe(404);
    expect((await elsewhere.call(owner, 'DELETE', requestPath(kind, viewer))).status).toBe(404);
    expect(await openRequests(kind)).toHaveLength(1);
  });

  test('is unknown on every other path, and as one that is not known to those who reach it', async () => {
    await setAccess(kind, [{ account_id: viewer.accountId, role: 'Searcher' }]);
    expect((await seen(kind)).status).toBe(404);
    expect((await ask(kind)).status).toBe(404);
    expect((await seen(kind, owner)).status).toBe(404);
    expect((await ask(kind, owner)).status).toBe(404);
    await setAccess(kind, []);
    await ask(kind);
    expect((await call(viewer, 'GET', pathOf(kind))).status).toBe(404);
    expect((await call(viewer, 'GET', `${pathOf(kind)}/access`)).status).toBe(404);
    const list = await (await call(viewer, 'GET', `/${kind}s`)).text();
    expect(list).not.toContain(kind === 'dataset' ? 'Plans' : 'Research');
  });

  test('has as many requests and entries as may be', async () => {
    await setAccess(kind, []);
    const viewerRole = await server.roleId(organizationId, 'Viewer');
    const fill = (table: string, columns: string, count: number) =>
      server.database.query(
        `WITH people AS (INSERT INTO accounts (first_name, last_name)
             SELECT 'A', 'B' FROM generate_series(1, $3) RETURNING id),
           members AS (INSERT INTO memberships (organization_id, account_id, role_id)
             SELECT $1, id, $4 FROM people)
         INSERT INTO ${table} (organization_id, ${kind}_id, account_id, ${columns}) SELECT $1, $2, id, 'Reader' FROM people`,
        [organizationId, kind === 'dataset' ? plans : space, count, viewerRole],
      );
    await fill('access_requests', 'reason', ACCESS_REQUESTS_MAX);
    expect((await ask(kind)).status).toBe(409);
    await server.database.query(
      'DELETE FROM access_requests WHERE ctid = (SELECT ctid FROM access_requests WHERE organization_id = $1 LIMIT 1)',
      [organizationId],
    );
    expect((await ask(kind)).status).toBe(204);
    await fill('access_entries', 'role', ACCESS_ENTRIES_MAX);
    expect((await grant(kind)).status).toBe(409);
    expect(await readJson(await seen(kind))).toMatchObject({
      requested_at: expect.any(String) as string,
    });
  });
});

test.each(KINDS)('a %s that is not known is like one that there is not', async (kind) => {
  await setAccess(kind, [], {});
  const unknown = `/${kind}s/${crypto.randomUUID()}/access-request`;
  for (const method of ['GET', 'POST']) {
    const json = method === 'POST' ? {} : undefined;
    const [mine, none] = [
      await call(viewer, method, `${pathOf(kind)}/access-request`, json),
      await call(viewer, method, unknown, json),
    ];
    expect(mine.status).toBe(404);
    expect(await mine.text()).toBe(await none.text());
  }
});

test('a reason is trimmed, and has at most 500 characters', async () => {
  await setAccess('dataset', []);
  expect((await ask('dataset', viewer, 'x'.repeat(501))).status).toBe(422);
  expect((await ask('dataset', viewer, `  ${'x'.repeat(496)}  `)).status).toBe(204);
  expect(await openRequests('dataset')).toMatchObject([{ reason: 'x'.repeat(496) }]);
});

test('names and a reason are no markup and no links in a mail', async () => {
  await setAccess('dataset', []);
  await ask('dataset', viewer, '<b>See</b> https://evil.example/now\nplease');
  const [mail] = await server.mails();
  expect(mail?.html).toContain('&lt;b&gt;See&lt;/b&gt; https evil example/now please');
  expect(mail?.text).not.toContain('https://evil');
});

test('one person asks so often in an hour', async () => {
  await setAccess('dataset', []);
  const statuses: number[] = [];
  for (let count = 0; count <= 30; count += 1) statuses.push((await ask('dataset')).status);
  expect(statuses.at(29)).toBe(204);
  expect(statuses.at(30)).toBe(429);
});
