import { invitationListSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  PASSWORD,
  createServerFixture,
  readJson,
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

async function invite(
  address: string,
  role: 'Owner' | 'Editor' | 'Viewer' = 'Editor',
  inviter: Visitor = owner,
): Promise<void> {
  const response = await inviter.call('POST', `/organizations/${id}/members`, {
    json: { email_address: address, role_id: await fixture.roleId(id, role) },
  });
  expect(response.status).toBe(201);
}

async function pending(visitor: Visitor = owner) {
  const response = await visitor.call('GET', `/organizations/${id}/invitations`);
  return parse(invitationListSchema, await response.json()).invitations;
}

const first = async () => (await pending())[0]?.id ?? '';
const resend = (invitation: string, visitor: Visitor = owner) =>
  visitor.call('POST', `/organizations/${id}/invitations/${invitation}/resend`);
const revoke = (invitation: string, visitor: Visitor = owner) =>
  visitor.call('DELETE', `/organizations/${id}/invitations/${invitation}`);
const join = (visitor: Visitor, token: string) =>
  visitor.call('POST', '/organizations/join', { json: { invitation_token: token } });
const accept = (token: string) =>
  fixture.visitor().call('POST', '/accounts/accept-invitation', {
    json: { first_name: 'New', last_name: 'Comer', password: PASSWORD, invitation_token: token },
  });

const read = (token: string) =>
  fixture.visitor().call('POST', '/accounts/invitation', { json: { invitation_token: token } });

/** Sets the last message of an invitation back in time. */
const age = (invitation: string, time: string) =>
  fixture.database.query(
    'UPDATE invitations SET renewed_at = renewed_at - $2::interval WHERE id = $1',
    [invitation, time],
  );

async function mailedToken(): Promise<string> {
  return tokenOf((await fixture.mails()).at(-1));
}

describe('the pending invitations of an organization', () => {
  test('are listed with address, role and expiry until they are accepted', async () => {
    const viewer = await fixture.member(id, 'Viewer');
    await invite('grace@example.com', 'Editor');
    const [invitation] = await pending(viewer);
    expect(invitation).toMatchObject({
      email_address: 'grace@example.com',
      role: { id: await fixture.roleId(id, 'Editor'), name: 'Editor' },
    });
    const { created_at, expires_at } = invitation ?? { created_at: '', expires_at: '' };
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 24 * 60 * 60 * 1000);

    expect((await accept(await mailedToken())).status).toBe(201);
    expect(await pending()).toEqual([]);
  });

  test('are at most one for each address, the last', async () => {
    await invite('twice@example.com', 'Editor');
    await invite('Twice@example.com', 'Viewer');
    expect(await pending()).toMatchObject([
      { email_address: 'Twice@example.com', role: { name: 'Viewer' } },
    ]);
  });
});

describe('the link of an invitation', () => {
  test('says to which organization, as what and by whom, and nothing else', async () => {
    await invite('hedy@example.com', 'Viewer');
    const token = await mailedToken();
    const [expected] = await fixture.database.query(
      `SELECT o.name AS organization, 'Viewer' AS role, a.first_name || ' ' || a.last_name AS invited_by
       FROM organizations o JOIN memberships m ON m.organization_id = o.id
       JOIN accounts a ON a.id = m.account_id WHERE o.id = $1`,
      [id],
    );
    const response = await read(token);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(expected);
    expect((await accept(token)).status).toBe(201);
  });

  test('says the same of links that are unknown, used, revoked or too old', async () => {
    await invite('used@example.com');
    const used = await mailedToken();
    await accept(used);
    await invite('revoked@example.com');
    const revoked = await mailedToken();
    await revoke(await first());
    await invite('old@example.com');
    const old = await mailedToken();
    await age(await first(), '8 days');
    for (const token of ['unknown', used, revoked, old]) {
      const response = await read(token);
      expect([response.status, await response.json()]).toEqual([
        400,
        { message: 'Invalid invitation token' },
      ]);
    }
  });
});

describe('sending an invitation again', () => {
  test('mails a new link, revokes the old one and renews the expiry', async () => {
    const invited = await fixture.person();
    await invite(invited.address);
    const before = await mailedToken();
    const invitation = await first();
    await age(invitation, '6 days');
    const [old] = await pending();

    expect((await resend(invitation)).status).toBe(204);
    expect((await join(invited, before)).status).toBe(400);
    const [renewed] = await pending();
    expect(renewed?.id).toBe(invitation);
    expect(renewed?.created_at).toBe(old?.created_at);
    expect(Date.parse(renewed?.expires_at ?? '')).toBeGreaterThan(
      Date.parse(old?.expires_at ?? ''),
    );

    const after = await mailedToken();
    expect(after).not.toBe(before);
    expect((await join(invited, before)).status).toBe(400);
    expect((await join(invited, after)).status).toBe(204);
  });

  test('is refused within a minute of the last message, with the seconds to wait', async () => {
    const invited = await fixture.person();
    await invite(invited.address);
    const before = await mailedToken();
    const early = await resend(await first());
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(50);
    expect((await readJson<{ message: string }>(early)).message).toMatch(/less than a minute ago/);
    // The refused request has changed nothing: the link still works.
    expect((await join(invited, before)).status).toBe(204);
  });

  test('happens once for concurrent requests', async () => {
    await invite('impatient@example.com');
    await fixture.mails();
    const invitation = await first();
    await age(invitation, '1 hour');
    const responses = await Promise.all(Array.from({ length: 5 }, () => resend(invitation)));
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      204, 429, 429, 429, 429,
    ]);
    expect(await fixture.mails()).toHaveLength(1);
  });

  test('renews one whose link has expired', async () => {
    const invited = await fixture.person();
    await invite(invited.address);
    const token = await mailedToken();
    const invitation = await first();
    await age(invitation, '8 days');
    expect((await join(invited, token)).status).toBe(400);
    expect((await resend(invitation)).status).toBe(204);
    expect((await join(invited, await mailedToken())).status).toBe(204);
  });
});

describe('A15: revoking an invitation', () => {
  test('revokes its link, for a person with an account and for one without', async () => {
    const invited = await fixture.person();
    await invite(invited.address);
    const token = await mailedToken();
    expect((await revoke(await first())).status).toBe(204);
    expect(await pending()).toEqual([]);
    const joined = await join(invited, token);
    expect(joined.status).toBe(400);
    expect(await joined.json()).toEqual({ message: 'Invalid invitation token' });

    await invite('outsider@example.com');
    const theirs = await mailedToken();
    expect((await revoke(await first())).status).toBe(204);
    expect((await accept(theirs)).status).toBe(400);
  });

  test('before its message is sent prevents the message', async () => {
    await fixture.mails();
    await invite('never@example.com');
    expect((await revoke(await first())).status).toBe(204);
    expect(await fixture.mails()).toEqual([]);
  });
});

describe('an invitation as Owner', () => {
  test('is sent again and revoked by Owners only', async () => {
    const admin = await fixture.member(id, 'Admin');
    await invite('heir@example.com', 'Owner');
    const invitation = await first();
    await age(invitation, '1 hour');
    for (const [verb, refused] of [
      ['resend', await resend(invitation, admin)],
      ['revoke', await revoke(invitation, admin)],
    ] as const) {
      expect(refused.status).toBe(403);
      expect(await refused.json()).toEqual({
        message: `Only an Owner can ${verb} the invitation of an Owner.`,
      });
    }
    expect((await resend(invitation)).status).toBe(204);
  });
});

describe('an invitation of another organization', () => {
  test('gets the same response as an absent one, and keeps its link', async () => {
    const invited = await fixture.person();
    await invite(invited.address);
    const token = await mailedToken();
    const invitation = await first();
    await age(invitation, '1 hour');
    const outsider = await fixture.person();
    const own = await fixture.organization(outsider, 'Own');
    for (const [method, path] of [
      ['POST', `/organizations/${own}/invitations/${invitation}/resend`],
      ['DELETE', `/organizations/${own}/invitations/${invitation}`],
    ] as const) {
      const foreign = await outsider.call(method, path);
      const absent = await outsider.call(method, path.replace(invitation, crypto.randomUUID()));
      expect(foreign.status).toBe(404);
      expect(await foreign.json()).toEqual(await absent.json());
    }
    expect((await join(invited, token)).status).toBe(204);
  });
});
