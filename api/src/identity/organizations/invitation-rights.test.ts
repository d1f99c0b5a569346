import { randomUUID } from 'node:crypto';

import { invitationListSchema, type RoleName } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  tokenOf,
  type Member,
  type ServerFixture,
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

/** Invites an address and returns the status. */
async function invite(inviter: Member, address: string, role: RoleName): Promise<number> {
  const response = await inviter.call('POST', `/organizations/${id}/members`, {
    json: { email_address: address, role_id: await fixture.roleId(id, role) },
  });
  return response.status;
}

const mailedToken = async () => tokenOf((await fixture.mails()).at(-1));

const join = (visitor: Member, token: string) =>
  visitor.call('POST', '/organizations/join', { json: { invitation_token: token } });

const memberPath = (member: Member) => `/organizations/${id}/members/${member.accountId}`;

const remove = (member: Member) => owner.call('DELETE', memberPath(member));

const setRole = async (member: Member, role: RoleName) =>
  owner.call('PATCH', memberPath(member), { json: { role_id: await fixture.roleId(id, role) } });

async function pending(): Promise<string[]> {
  const response = await owner.call('GET', `/organizations/${id}/invitations`);
  const { invitations } = parse(invitationListSchema, await response.json());
  return invitations.map(({ email_address: address }) => address);
}

describe('inviting an address again', () => {
  test('S10: replaces the invitation of an Owner for Owners only', async () => {
    const admin = await fixture.member(id, 'Admin');
    const invited = await fixture.person();
    expect(await invite(owner, invited.address, 'Owner')).toBe(201);
    const token = await mailedToken();

    const replaced = await admin.call('POST', `/organizations/${id}/members`, {
      json: { email_address: invited.address, role_id: await fixture.roleId(id, 'Viewer') },
    });
    expect(replaced.status).toBe(403);
    expect(await replaced.json()).toEqual({
      message: 'Only an Owner can replace the invitation of an Owner.',
    });
    expect((await join(invited, token)).status).toBe(204);
  });

  test('S10: replaces an invitation that an Admin could revoke', async () => {
    const admin = await fixture.member(id, 'Admin');
    expect(await invite(owner, 'grace@example.com', 'Admin')).toBe(201);
    expect(await invite(admin, 'grace@example.com', 'Viewer')).toBe(201);
    expect(await invite(owner, 'grace@example.com', 'Owner')).toBe(201);
  });

  test('S10: at the same moment leaves the one invitation that may stay', async () => {
    const admin = await fixture.member(id, 'Admin');
    for (let round = 0; round < hardCount(10, 200); round += 1) {
      const address = `round-${round}@example.com`;
      const statuses = await Promise.all([
        invite(admin, address, 'Viewer'),
        invite(owner, address, 'Owner'),
      ]);
      expect(statuses[1]).toBe(201);
      expect([201, 403]).toContain(statuses[0]);
      const rows = await fixture.database.query(
        `SELECT r.name FROM invitations i JOIN roles r ON r.id = i.role_id
         WHERE i.organization_id = $1 AND i.address = $2`,
        [id, address],
      );
      expect(rows).toEqual([{ name: 'Owner' }]);
    }
  });
});

/** How a sender loses the right to send an invitation, and what the sender was. */
const LOSSES: [string, RoleName, RoleName, (sender: Member) => Promise<Response>][] = [
  ['is removed', 'Admin', 'Editor', (sender) => remove(sender)],
  ['is removed who was an Owner', 'Owner', 'Owner', (sender) => remove(sender)],
  ['is demoted to an Editor', 'Admin', 'Viewer', (sender) => setRole(sender, 'Editor')],
  ['is demoted below the role offered', 'Owner', 'Owner', (sender) => setRole(sender, 'Admin')],
  ['leaves', 'Admin', 'Admin', (sender) => sender.call('POST', `/organizations/${id}/leave`)],
  [
    'deletes the account',
    'Admin',
    'Viewer',
    (sender) => sender.call('DELETE', `/accounts/${sender.accountId}`),
  ],
];

describe.each(LOSSES)('an invitation whose sender %s', (_, role, offered, lose) => {
  test('S10: cannot be accepted, and is not listed', async () => {
    const sender = await fixture.member(id, role);
    const invited = await fixture.person();
    expect(await invite(sender, invited.address, offered)).toBe(201);
    const token = await mailedToken();
    // An address is sent few invitations a day.
    const outsider = `${randomUUID()}@example.com`;
    expect(await invite(sender, outsider, offered)).toBe(201);
    const theirs = await mailedToken();
    expect(await pending()).toEqual([invited.address, outsider]);

    expect((await lose(sender)).status).toBe(204);
    expect(await pending()).toEqual([]);
    const refused = await join(invited, token);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ message: 'Invalid invitation token' });
    const accepted = await fixture.visitor().call('POST', '/accounts/accept-invitation', {
      json: { first_name: 'A', last_name: 'B', password: PASSWORD, invitation_token: theirs },
    });
    expect(accepted.status).toBe(400);
    expect((await invited.call('GET', `/organizations/${id}/members`)).status).toBe(404);
  });
});

test('S10: an invitation lives on when its sender keeps the right to send it', async () => {
  const sender = await fixture.member(id, 'Owner');
  const invited = await fixture.person();
  await invite(sender, invited.address, 'Editor');
  const token = await mailedToken();
  expect((await setRole(sender, 'Admin')).status).toBe(204);
  expect(await pending()).toEqual([invited.address]);
  expect((await join(invited, token)).status).toBe(204);
});

test('S10: an invitation that ended does not come back with the role of its sender', async () => {
  const sender = await fixture.member(id, 'Admin');
  const invited = await fixture.person();
  await invite(sender, invited.address, 'Editor');
  const token = await mailedToken();
  await setRole(sender, 'Viewer');
  await setRole(sender, 'Admin');
  expect((await join(invited, token)).status).toBe(400);
});

test('S10: an ended invitation that is still stored is neither listed nor accepted', async () => {
  const sender = await fixture.member(id, 'Admin');
  const invited = await fixture.person();
  await invite(sender, invited.address, 'Editor');
  const token = await mailedToken();
  await fixture.database.query('DELETE FROM memberships WHERE account_id = $1', [sender.accountId]);
  expect(await pending()).toEqual([]);
  expect((await join(invited, token)).status).toBe(400);
});

test('S10: an invitation is accepted before its sender is removed, or not at all', async () => {
  for (let round = 0; round < hardCount(10, 200); round += 1) {
    const sender = await fixture.member(id, 'Admin');
    const invited = await fixture.person();
    await invite(sender, invited.address, 'Editor');
    const token = await mailedToken();
    const [joined, removed] = await Promise.all([join(invited, token), remove(sender)]);
    expect(removed.status).toBe(204);
    expect([204, 400]).toContain(joined.status);
    // Numbers are assigned under the lock of the organization.
    const records = await fixture.database.query<{ action: string }>(
      `SELECT action FROM audit_records WHERE organization_id = $1
         AND object_id IN ($2, $3) AND action IN ('invitation.accepted', 'member.removed') ORDER BY id`,
      [id, invited.accountId, sender.accountId],
    );
    expect(records.map(({ action }) => action)).toEqual(
      joined.status === 204 ? ['invitation.accepted', 'member.removed'] : ['member.removed'],
    );
  }
});
