import { memberListSchema, organizationListSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  tokenOf,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let owner: Member;
let id: string;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  owner = await fixture.person();
  id = await fixture.organization(owner);
});

async function inviteAs(inviter: Visitor, address: string, role: 'Owner' | 'Admin' | 'Viewer') {
  return inviter.call('POST', `/organizations/${id}/members`, {
    json: { email_address: address, role_id: await fixture.roleId(id, role) },
  });
}

const invitationFor = async (address: string) =>
  (await fixture.mails()).findLast(({ to }) => to === address);

const accept = (token: string) =>
  fixture.visitor().call('POST', '/accounts/accept-invitation', {
    json: {
      first_name: 'New',
      last_name: 'Comer',
      password: PASSWORD,
      invitation_token: token,
    },
  });

const join = (visitor: Visitor, token: string) =>
  visitor.call('POST', '/organizations/join', { json: { invitation_token: token } });

const memberPath = (member: Member) => `/organizations/${id}/members/${member.accountId}`;

async function roles(): Promise<string[]> {
  const response = await owner.call('GET', `/organizations/${id}/members`);
  const { members } = parse(memberListSchema, await response.json());
  return members.map(({ role }) => role.name).sort();
}

const rename = (json: object) => owner.call('PATCH', `/organizations/${id}`, { json });

const readOwn = async (): Promise<unknown> => (await owner.call('GET', '/organizations')).json();

const statusesOf = (responses: Response[]) =>
  responses.map(({ status }) => status).sort((a, b) => a - b);

describe('an organization', () => {
  test('starts with four roles and its creator as Owner', async () => {
    const response = await owner.call('GET', '/organizations');
    const { organizations } = parse(organizationListSchema, await response.json());
    expect(organizations[0]?.roles.map(({ name }) => name)).toEqual([
      'Owner',
      'Admin',
      'Editor',
      'Viewer',
    ]);
    expect(await roles()).toEqual(['Owner']);
    const current = await owner.call('GET', '/accounts/current');
    expect(await current.json()).toMatchObject({
      memberships: { [id]: { organization_name: 'Readers', role_name: 'Owner' } },
    });
  });

  test('keeps the fields that a change omits', async () => {
    await rename({ description: 'About books' });
    await rename({ name: 'Bookworms' });
    expect(await readOwn()).toMatchObject({
      organizations: [{ name: 'Bookworms', description: 'About books' }],
    });
    await rename({ description: null });
    expect(await readOwn()).toMatchObject({
      organizations: [{ name: 'Bookworms', description: null }],
    });
  });
});

describe('an invitation', () => {
  test('makes an account for a new person, with the address confirmed', async () => {
    expect((await inviteAs(owner, 'newcomer@example.com', 'Viewer')).status).toBe(201);
    const mail = await invitationFor('newcomer@example.com');
    expect(mail?.link).toContain('/organizations/accept-invitation/');
    expect(mail?.text).toContain('Ada Byron invites you to join the organization Readers');
    const responses = await Promise.all([accept(tokenOf(mail)), accept(tokenOf(mail))]);
    expect(statusesOf(responses)).toEqual([201, 400]);
    const login = await fixture.visitor().call('POST', '/accounts/login', {
      json: { email_address: 'newcomer@example.com', password: PASSWORD },
    });
    expect(login.status).toBe(200);
    expect(await roles()).toEqual(['Owner', 'Viewer']);
  });

  test('A15: lets only the invited account join, once', async () => {
    const [invited, other] = [await fixture.person(), await fixture.person()];
    await inviteAs(owner, invited.address.toUpperCase(), 'Viewer');
    const mail = await invitationFor(invited.address.toUpperCase());
    expect(mail?.link).toContain('/organizations/join/');
    const refused = await join(other, tokenOf(mail));
    expect(refused.status).toBe(403);
    // Whom the invitation is for, and to which organization.
    expect(await refused.json()).toEqual({
      message: expect.stringMatching(/^This invitation to “.+” was sent to .+@.+, which is not /),
    });
    expect((await accept(tokenOf(mail))).status).toBe(409);
    const responses = await Promise.all([
      join(invited, tokenOf(mail)),
      join(invited, tokenOf(mail)),
    ]);
    expect(statusesOf(responses)).toEqual([204, 400]);
    expect((await join(invited, tokenOf(mail))).status).toBe(400);
    expect(await roles()).toEqual(['Owner', 'Viewer']);
  });

  test('replaces the one before it', async () => {
    const invited = await fixture.person();
    await inviteAs(owner, invited.address, 'Viewer');
    const first = await invitationFor(invited.address);
    await inviteAs(owner, invited.address, 'Admin');
    expect((await join(invited, tokenOf(first))).status).toBe(400);
    const second = await invitationFor(invited.address);
    expect((await join(invited, tokenOf(second))).status).toBe(204);
    expect(await roles()).toEqual(['Admin', 'Owner']);
  });

  test('is refused for a member, a role above the inviter and a role of another organization', async () => {
    const admin = await fixture.member(id, 'Admin');
    expect((await inviteAs(owner, admin.address, 'Viewer')).status).toBe(409);
    expect((await inviteAs(admin, 'x@example.com', 'Owner')).status).toBe(403);
    expect((await inviteAs(admin, 'x@example.com', 'Admin')).status).toBe(201);
    const elsewhere = await fixture.organization(owner, 'Elsewhere');
    const foreign = await owner.call('POST', `/organizations/${id}/members`, {
      json: {
        email_address: 'y@example.com',
        role_id: await fixture.roleId(elsewhere, 'Viewer'),
      },
    });
    expect(foreign.status).toBe(422);
  });

  test('escapes names in its message', async () => {
    await owner.call('PATCH', `/organizations/${id}`, {
      json: { name: '<img src=x onerror=alert(1)>' },
    });
    await inviteAs(owner, 'careful@example.com', 'Viewer');
    const mail = await invitationFor('careful@example.com');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

describe('A16: the last Owner', () => {
  test('is neither changed nor removed while there is no other', async () => {
    const admin = await fixture.member(id, 'Admin');
    const viewer = await fixture.roleId(id, 'Viewer');
    const change = () => owner.call('PATCH', memberPath(owner), { json: { role_id: viewer } });
    expect((await change()).status).toBe(409);
    expect((await owner.call('DELETE', memberPath(owner))).status).toBe(409);
    expect((await admin.call('DELETE', memberPath(owner))).status).toBe(403);
    expect(
      (await admin.call('PATCH', memberPath(owner), { json: { role_id: viewer } })).status,
    ).toBe(403);
    expect(await roles()).toEqual(['Admin', 'Owner']);

    const role_id = await fixture.roleId(id, 'Owner');
    expect((await owner.call('PATCH', memberPath(admin), { json: { role_id } })).status).toBe(204);
    expect((await change()).status).toBe(204);
    expect(await roles()).toEqual(['Owner', 'Viewer']);
  });

  test('stays when two Owners leave concurrently', async () => {
    const second = await fixture.member(id, 'Owner');
    // A member who would be left without an Owner.
    await fixture.member(id, 'Viewer');
    const [byFirst, bySecond, byThemselves] = await Promise.all([
      owner.call('DELETE', memberPath(second)),
      second.call('DELETE', memberPath(owner)),
      owner.call('DELETE', `/accounts/${owner.accountId}`),
    ]);
    // An Owner whom the other one removed may delete their account.
    const firstLeft = bySecond.status === 204 || byThemselves.status === 204;
    expect([byFirst.status === 204, firstLeft]).toContain(false);
    expect([byFirst.status === 204, firstLeft]).toContain(true);
    const owners = await fixture.database.query(
      `SELECT 1 FROM memberships m JOIN roles r ON r.id = m.role_id
       WHERE m.organization_id = $1 AND r.rank = 0`,
      [id],
    );
    expect(owners).toHaveLength(1);
  });
});

describe('a member', () => {
  test('who is removed loses access at once', async () => {
    const viewer = await fixture.member(id, 'Viewer');
    expect((await owner.call('DELETE', memberPath(viewer))).status).toBe(204);
    const after = await viewer.call('GET', '/workspaces', { organizationId: id });
    expect(after.status).toBe(404);
  });

  test('of another organization is not found', async () => {
    const outsider = await fixture.person();
    const role_id = await fixture.roleId(id, 'Viewer');
    expect((await owner.call('DELETE', memberPath(outsider))).status).toBe(404);
    expect((await owner.call('PATCH', memberPath(outsider), { json: { role_id } })).status).toBe(
      404,
    );
  });
});

const leave = (member: Visitor) => member.call('POST', `/organizations/${id}/leave`);

describe('leaving an organization', () => {
  test.each(['Owner', 'Admin', 'Editor', 'Viewer'] as const)(
    'is open to an %s, and ends every access at once',
    async (role) => {
      const member = await fixture.member(id, role);
      expect((await leave(member)).status).toBe(204);
      expect((await member.call('GET', `/organizations/${id}/members`)).status).toBe(404);
      expect((await leave(member)).status).toBe(404);
      const records = await fixture.database.query(
        `SELECT account_id, object_id FROM audit_records WHERE organization_id = $1 AND action = 'member.left'`,
        [id],
      );
      expect(records).toEqual([{ account_id: member.accountId, object_id: member.accountId }]);
    },
  );

  test('is refused for the last Owner', async () => {
    await fixture.member(id, 'Admin');
    const refused = await leave(owner);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({
      message: 'An organization needs an Owner. Make another member an Owner first.',
    });
    expect(await roles()).toEqual(['Admin', 'Owner']);
  });

  test('of two last Owners at the same moment is refused for one', async () => {
    for (let round = 0; round < hardCount(10, 200); round += 1) {
      const other = await fixture.member(id, 'Owner');
      const responses = await Promise.all([leave(owner), leave(other)]);
      expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409]);
      if (responses[0]?.status === 204) owner = other;
      expect(await roles()).toEqual(['Owner']);
    }
  });
});
