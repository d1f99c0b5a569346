import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';
import {
  addPasskey,
  ORIGIN,
  signInByPasskey,
  signInOptionsFor,
} from '@carrel/testing/webauthn/passkey-calls.ts';
import { SoftwareAuthenticator } from '@carrel/testing/webauthn/software-authenticator.ts';

const UNKNOWN = {
  message: 'This passkey is not known here. Sign in with your password, or with another passkey.',
};
const USED = { message: 'This request has expired or was used already. Please try again.' };

let fixture: ServerFixture;
let person: Member;
let authenticator: SoftwareAuthenticator;
let visitor: Visitor;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  person = await fixture.person();
  authenticator = new SoftwareAuthenticator(ORIGIN);
  await addPasskey(person, authenticator);
  await fixture.mails();
  visitor = fixture.visitor();
});

const sessionsOf = async (member: Visitor) => {
  const response = await member.call('GET', '/accounts/sessions');
  return response.status === 200
    ? (await readJson<{ sessions: { active: boolean; methods: string[] }[] }>(response)).sessions
    : [];
};

const removeAll = () =>
  fixture.database.query('DELETE FROM passkeys WHERE account_id = $1', [person.accountId]);

describe('a passkey signs in', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)('with %s, and no name', async (algorithm) => {
    await removeAll();
    await addPasskey(person, authenticator, { algorithm });
    const response = await signInByPasskey(visitor, authenticator);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({});
    const current = await readJson<{ id: string }>(await visitor.call('GET', '/accounts/current'));
    expect(current.id).toBe(person.accountId);
    const session = (await sessionsOf(visitor)).find(({ active }) => active);
    expect(session?.methods).toEqual(['passkey']);
  });

  test('and counts as authenticating: the account may be changed at once', async () => {
    await signInByPasskey(visitor, authenticator);
    const json = { email_address: `second-${person.address}` };
    expect((await visitor.call('POST', '/accounts/emails', { json })).status).toBe(201);
  });

  test('in a new browser, about which the owner gets a mail', async () => {
    await signInByPasskey(visitor, authenticator);
    const [mail, ...others] = await fixture.mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('New sign-in to your account');
    expect(mail?.text).toContain('remove the passkeys that you do not know');
    expect(mail?.text).not.toContain('knows your password');
    await signInByPasskey(visitor, authenticator);
    expect(await fixture.mails()).toEqual([]);
  });

  test('on each of two devices, and on the other once one is removed', async () => {
    const phone = new SoftwareAuthenticator(ORIGIN, { isSynced: true });
    await addPasskey(person, phone);
    expect((await signInByPasskey(visitor, authenticator)).status).toBe(200);
    expect((await signInByPasskey(visitor, phone)).status).toBe(200);
    expect((await signInByPasskey(visitor, phone)).status).toBe(200);
    await fixture.database.query(
      `DELETE FROM passkeys WHERE account_id = $1 AND device_type = 'singleDevice'`,
      [person.accountId],
    );
    expect((await signInByPasskey(fixture.visitor(), authenticator)).status).toBe(400);
    expect((await signInByPasskey(fixture.visitor(), phone)).status).toBe(200);
  });

  test('and shows when it was used', async () => {
    await signInByPasskey(visitor, authenticator);
    const response = await visitor.call('GET', '/accounts/passkeys');
    const { passkeys } = await readJson<{ passkeys: { last_used_at: string | null }[] }>(response);
    expect(passkeys[0]?.last_used_at).not.toBeNull();
  });

  test('whose options are the same for everyone', async () => {
    const { challenge, ...options } = await signInOptionsFor(visitor);
    expect(challenge).toHaveLength(43);
    expect(options).toEqual({
      rpId: 'localhost',
      allowCredentials: [],
      timeout: 300_000,
      userVerification: 'required',
    });
  });
});

describe('a passkey is refused', () => {
  test.each([
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['from another port of the host', { origin: 'http://localhost:4000' }],
    ['from a frame in another site', { crossOrigin: true }],
    ['for another relying party', { relyingPartyId: 'evil.example' }],
    ['without verifying the user', { unverified: true }],
  ])('%s', async (_, misbehavior) => {
    const response = await signInByPasskey(visitor, authenticator, misbehavior);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(UNKNOWN);
    expect(visitor.cookies.size).toBe(0);
  });

  test('that is unknown, was removed, or is not the one that signed, in the same words', async () => {
    const passkey = authenticator.use(await signInOptionsFor(visitor));
    const send = (changed: unknown) =>
      visitor.call('POST', '/accounts/login/passkey', { json: { passkey: changed } });
    const stranger = new SoftwareAuthenticator(ORIGIN);
    const other = await fixture.person();
    await addPasskey(other, stranger);
    const theirs = stranger.use(await signInOptionsFor(visitor));
    const [unknown, id] = [Buffer.alloc(16, 7).toString('base64url'), theirs.id];
    const { userHandle } = theirs.response;
    const refused = [
      { ...passkey, id: unknown, rawId: unknown },
      // The key of one account under the name of another's.
      { ...passkey, id, rawId: id },
      { ...passkey, response: { ...passkey.response, signature: theirs.response.signature } },
      { ...passkey, response: { ...passkey.response, userHandle } },
    ];
    for (const changed of refused) {
      const response = await send(changed);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual(UNKNOWN);
    }
    await removeAll();
    const removed = await send(passkey);
    expect([removed.status, await removed.json()]).toEqual([400, UNKNOWN]);
    expect(visitor.cookies.size).toBe(0);
  });

  test('that signed a challenge twice, a challenge that has expired, or none of this server', async () => {
    const send = (passkey: unknown) =>
      visitor.call('POST', '/accounts/login/passkey', { json: { passkey } });
    const options = await signInOptionsFor(visitor);
    const [first, second] = [authenticator.use(options), authenticator.use(options)];
    expect((await send(first)).status).toBe(200);
    const expired = await signInOptionsFor(visitor);
    await fixture.database.query('UPDATE passkey_challenges SET expires_at = now()');
    const invented = { ...options, challenge: Buffer.alloc(32, 1).toString('base64url') };
    const refused = [first, second, authenticator.use(expired), authenticator.use(invented)];
    for (const passkey of refused) {
      const response = await send(passkey);
      expect([response.status, await response.json()]).toEqual([400, USED]);
    }
  });

  test('for a challenge that was for something else', async () => {
    const response = await person.call('POST', '/accounts/reauthenticate/passkey/options');
    const passkey = authenticator.use(await readJson(response));
    const refused = await visitor.call('POST', '/accounts/login/passkey', { json: { passkey } });
    expect([refused.status, await refused.json()]).toEqual([400, USED]);
  });

  test('of an account without a confirmed address', async () => {
    await fixture.database.query(
      'UPDATE account_emails SET confirmed_at = NULL WHERE account_id = $1',
      [person.accountId],
    );
    expect((await signInByPasskey(visitor, authenticator)).status).toBe(403);
    expect(visitor.cookies.size).toBe(0);
  });

  test('after a hundred refusals in one network, and not in others', async () => {
    const from = (address: string): Visitor => ({
      ...visitor,
      call: (method, path, options = {}) =>
        visitor.call(method, path, { ...options, headers: { 'X-Forwarded-For': address } }),
    });
    const passkey = authenticator.use(await signInOptionsFor(visitor), { unverified: true });
    const guess = () =>
      from('192.0.2.9').call('POST', '/accounts/login/passkey', { json: { passkey } });
    const guesses = await Promise.all(Array.from({ length: 100 }, guess));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await signInByPasskey(from('192.0.2.9'), authenticator)).status).toBe(429);
    expect((await signInByPasskey(from('192.0.2.10'), authenticator)).status).toBe(200);
  });
});

const records = () =>
  fixture.database.query<{ action: string; details: unknown }>(
    `SELECT action, details FROM audit_records WHERE account_id = $1 AND action LIKE 'passkey.copy%'`,
    [person.accountId],
  );

describe('a counter that goes back', () => {
  test.each([[4], [5]])(
    'to %i from 5 is refused, recorded, and mailed to the owner',
    async (counter) => {
      expect((await signInByPasskey(visitor, authenticator, { counter: 5 })).status).toBe(200);
      await fixture.mails();
      const copy = fixture.visitor();
      const response = await signInByPasskey(copy, authenticator, { counter });
      expect(response.status).toBe(403);
      expect(copy.cookies.size).toBe(0);
      expect(await records()).toEqual([
        {
          action: 'passkey.copy_refused',
          details: { name: 'Laptop', presented: counter, current: 5 },
        },
      ]);
      const [mail] = await fixture.mails();
      expect(mail?.subject).toBe('A passkey of your account was refused');
      expect((await signInByPasskey(visitor, authenticator, { counter: 6 })).status).toBe(200);
    },
  );

  test('to 0 is refused too', async () => {
    await signInByPasskey(visitor, authenticator, { counter: 5 });
    expect((await signInByPasskey(visitor, authenticator, { counter: 0 })).status).toBe(403);
  });
});
