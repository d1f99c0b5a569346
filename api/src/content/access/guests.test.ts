import type { Invitation, Member as Fellow, SearchResponse, Usage } from '@carrel/shared/contract';
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
let guest: Member;
let organizationId: string;
let open: string;
let plans: string;
/** A workspace with Manuals, which is `open`. */
let space: string;
let call: AccessFixture['call'];
let seed: AccessFixture['seed'];
let createGroup: AccessFixture['createGroup'];

beforeAll(async () => {
  access = await createAccessServer();
  ({ server, owner } = access);
});
beforeEach(async () => {
  ({ organizationId, open, plans, call, seed, createGroup } = await access.create());
  const created = await call(owner, 'POST', '/workspaces', { name: 'Research' });
  space = (await readJson<{ id: string }>(created)).id;
  await call(owner, 'PUT', `/workspaces/${space}/datasets/${open}`);
  guest = await server.person();
});
afterAll(() => access.close());

const members = () => `/organizations/${organizationId}/members`;

const inviteGuest = async (role: 'Viewer' | 'Editor' = 'Viewer', workspaceId = space) =>
  call(owner, 'POST', members(), {
    email_address: guest.address,
    role_id: await server.roleId(organizationId, role),
    workspace_id: workspaceId,
  });

async function invitationOf(): Promise<{ token: string; text: string }> {
  const mails = await server.mails();
  const text = mails.find(({ to }) => to === guest.address)?.text ?? '';
  return { token: /join\/(\S+)/.exec(text)?.[1] ?? '', text };
}

/** Invites the guest, who accepts. */
async function join(): Promise<void> {
  expect((await inviteGuest()).status).toBe(201);
  const { token } = await invitationOf();
  const json = { invitation_token: token };
  expect((await guest.call('POST', '/organizations/join', { json })).status).toBe(204);
}

const found = async (path: string) => {
  const response = await call(guest, 'POST', path, { query: 'engine' });
  return (await readJson<SearchResponse>(response)).results.map(({ document }) => document.path);
};

const usage = async () =>
  readJson<Usage>(await call(owner, 'GET', `/organizations/${organizationId}/usage`));

/** Sets how many members the organization may have. */
const limit = (count: number) =>
  server.database.query(
    `INSERT INTO organization_quotas (organization_id, members) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET members = excluded.members`,
    [organizationId, count],
  );

describe('a guest of a workspace', () => {
  test('is invited to it, and told so', async () => {
    expect((await inviteGuest()).status).toBe(201);
    const list = await call(owner, 'GET', `/organizations/${organizationId}/invitations`);
    const { invitations } = await readJson<{ invitations: Invitation[] }>(list);
    expect(invitations).toMatchObject([{ guest_of: { id: space, name: 'Research' } }]);
    const { token, text } = await invitationOf();
    expect(text).toContain('as Guest');
    const json = { invitation_token: token };
    const facts = await guest.call('POST', '/accounts/invitation', { json });
    expect(await readJson(facts)).toMatchObject({ role: 'Guest' });
  });

  test('sees the workspace and what is attached to it, and nothing else', async () => {
    await call(owner, 'POST', '/workspaces', { name: 'Other' });
    await join();
    const names = async (path: string, key: string) => {
      const list = await readJson<Record<string, { name: string }[]>>(
        await call(guest, 'GET', path),
      );
      return list[key]?.map(({ name }) => name);
    };
    expect(await names('/workspaces', 'workspaces')).toEqual(['Research']);
    expect(await names('/datasets', 'datasets')).toEqual(['Manuals']);
    expect(await found(`/workspaces/${space}/search`)).toEqual(['engine.md']);
    expect(await found('/search')).toEqual(['engine.md']);
    expect((await call(guest, 'GET', `/datasets/${plans}`)).status).toBe(404);
    expect((await call(guest, 'GET', members())).status).toBe(403);
    const current = await guest.call('GET', '/accounts/current');
    expect(await readJson(current)).toMatchObject({
      memberships: { [organizationId]: { role_name: 'Guest' } },
    });
  });

  test('searches what is attached later, unless it names others', async () => {
    await join();
    await call(owner, 'PUT', `/workspaces/${space}/datasets/${plans}`);
    expect((await found(`/workspaces/${space}/search`)).sort()).toEqual(['engine.md', 'plan.md']);
    await call(owner, 'PUT', `/datasets/${plans}/access`, { access: 'named' });
    expect(await found(`/workspaces/${space}/search`)).toEqual(['engine.md']);
    await call(owner, 'DELETE', `/workspaces/${space}/datasets/${open}`);
    expect(await found(`/workspaces/${space}/search`)).toEqual([]);
  });

  test('opens documents only of a dataset that names the guest as Reader or more', async () => {
    await join();
    const list = await call(guest, 'GET', `/datasets/${open}/documents?page=1&limit=1`);
    const { documents } = await readJson<{ documents: { id: string }[] }>(list);
    const text = () =>
      call(guest, 'GET', `/datasets/${open}/documents/${documents[0]?.id ?? ''}/chunks`);
    expect((await text()).status).toBe(403);
    const entries = [{ account_id: guest.accountId, role: 'Editor' }];
    await call(owner, 'PUT', `/datasets/${open}/access`, { access: 'named', entries });
    expect((await text()).status).toBe(200);
    // Whatever the entry says, a guest changes nothing.
    const rename = await call(guest, 'PATCH', `/datasets/${open}`, { name: 'Mine' });
    expect(rename.status).toBe(403);
  });

  test('passes no fence by a group, nor as a Manager', async () => {
    await join();
    const fenced = await seed('Fenced', [
      { path: 'board.md', chunks: ['The engine.'], metadata: { groups: ['Board'] } },
      { path: 'open.md', chunks: ['The engine.'] },
    ]);
    const board = await createGroup('Board', [guest]);
    await call(owner, 'PUT', `/workspaces/${space}/datasets/${fenced}`);
    const setEntries = (...entries: object[]) =>
      call(owner, 'PUT', `/datasets/${fenced}/access`, {
        access: entries.length === 0 ? 'organization' : 'named',
        fence: 'groups',
        entries,
      });
    const named = { account_id: guest.accountId, role: 'Manager' };
    for (const entries of [[], [named], [named, { group_id: board, role: 'Manager' }]]) {
      await setEntries(...entries);
      expect(await found(`/datasets/${fenced}/search`)).toEqual(['open.md']);
    }
  });

  test('is counted apart from members, and listed with the workspace', async () => {
    await join();
    expect(await usage()).toMatchObject({ members: { used: 2 }, guests: { used: 1 } });
    const list = await call(owner, 'GET', members());
    const { members: all } = await readJson<{ members: Fellow[] }>(list);
    expect(all.find(({ account }) => account.id === guest.accountId)).toMatchObject({
      guest_of: { id: space, name: 'Research' },
    });
    const summary = await call(owner, 'GET', '/summary');
    expect(await readJson(summary)).toMatchObject({ members: 2 });
  });

  test('becomes a member by a role, in the room of members', async () => {
    await join();
    const promote = async () =>
      call(owner, 'PATCH', `${members()}/${guest.accountId}`, {
        role_id: await server.roleId(organizationId, 'Viewer'),
      });
    await limit(2);
    expect((await promote()).status).toBe(409);
    await limit(3);
    expect((await promote()).status).toBe(204);
    expect((await call(guest, 'GET', members())).status).toBe(200);
    expect((await found('/search')).sort()).toEqual(['engine.md', 'plan.md']);
  });

  test('is gone with the workspace, and so is an invitation to it', async () => {
    await join();
    expect((await call(owner, 'DELETE', `/workspaces/${space}`)).status).toBe(204);
    expect((await call(guest, 'GET', '/workspaces')).status).toBe(404);
    expect(await usage()).toMatchObject({ guests: { used: 0 } });
  });

  test('leaves like a member', async () => {
    await join();
    expect((await call(guest, 'POST', `/organizations/${organizationId}/leave`)).status).toBe(204);
    expect((await call(guest, 'GET', '/workspaces')).status).toBe(404);
  });

  test('has a quota of their own', async () => {
    await server.database.query(
      'INSERT INTO organization_quotas (organization_id, members, guests) VALUES ($1, 2, 0)',
      [organizationId],
    );
    const refused = await inviteGuest();
    expect(refused.status).toBe(409);
    expect((await readJson<{ message: string }>(refused)).message).toMatch(
      /^This organization may have 0 guests and has 0\. Remove a guest, /,
    );
  });

  test('is a Viewer of a workspace of the organization', async () => {
    expect((await inviteGuest('Editor')).status).toBe(422);
    const created = await server.organization(owner);
    const elsewhere = await owner.call('POST', '/workspaces', {
      organizationId: created,
      json: { name: 'Elsewhere' },
    });
    const { id } = await readJson<{ id: string }>(elsewhere);
    expect((await inviteGuest('Viewer', id)).status).toBe(404);
  });
});

test('a workspace says to its Editors how much of it they do not reach', async () => {
  await call(owner, 'PUT', `/workspaces/${space}/datasets/${plans}`);
  await call(owner, 'PUT', `/datasets/${plans}/access`, { access: 'named' });
  const attached = async (who: Member) =>
    readJson(await call(who, 'GET', `/workspaces/${space}/datasets`));
  const editor = await server.member(organizationId, 'Editor');
  const viewer = await server.member(organizationId, 'Viewer');
  expect(await attached(editor)).toMatchObject({ datasets: [{ name: 'Manuals' }], left_out: 1 });
  expect(await attached(viewer)).not.toHaveProperty('left_out');
  expect(await attached(owner)).not.toHaveProperty('left_out');
  await call(owner, 'PUT', `/datasets/${plans}/access`, { access: 'named', known: true });
  expect(await attached(viewer)).toMatchObject({ left_out: 1 });
  await join();
  expect(await attached(guest)).not.toHaveProperty('left_out');
});
