import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import {
  addPasskey,
  confirmByPasskey,
  ORIGIN,
  signInOptionsFor,
} from '@carrel/testing/webauthn/passkey-calls.ts';
import { SoftwareAuthenticator } from '@carrel/testing/webauthn/software-authenticator.ts';
import { purgeExpired } from '@carrel/testing/purge-expired.ts';

const OPTIONS = '/accounts/reauthenticate/passkey/options';
const CONFIRM = '/accounts/reauthenticate/passkey';

let fixture: ServerFixture;
let person: Member;
let authenticator: SoftwareAuthenticator;

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
  await fixture.database.query(
    `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE account_id = $1`,
    [person.accountId],
  );
  await fixture.mails();
});

/** Whether the account may be changed: the call needs someone who has just authenticated. */
const mayChange = async () =>
  (await person.call('POST', '/accounts/passkeys/options')).status === 200;

const confirmWith = (passkey: unknown, member = person) =>
  member.call('POST', CONFIRM, { json: { passkey } });

const optionsOf = async (member = person): Promise<Parameters<typeof authenticator.use>[0]> =>
  readJson(await member.call('POST', OPTIONS));

describe('authenticating again by a passkey', () => {
  test('lets the account be changed, and is kept with the session', async () => {
    expect(await mayChange()).toBe(false);
    expect((await confirmByPasskey(person, authenticator)).status).toBe(204);
    expect(await mayChange()).toBe(true);
    await confirmByPasskey(person, authenticator);
    const response = await person.call('GET', '/accounts/sessions');
    expect(await response.json()).toMatchObject({
      sessions: [{ methods: ['password', 'passkey'] }],
    });
  });

  test('asks for passkeys of the account alone', async () => {
    const options = await optionsOf();
    expect(options.allowCredentials).toEqual([
      { id: expect.any(String) as string, type: 'public-key', transports: ['internal'] },
    ]);
  });

  test('says that there is none', async () => {
    const other = await fixture.person();
    expect((await other.call('POST', OPTIONS)).status).toBe(409);
  });

  test('refuses the passkey of another account', async () => {
    const other = await fixture.person();
    const theirs = new SoftwareAuthenticator(ORIGIN);
    await addPasskey(other, theirs);
    const { challenge } = await optionsOf();
    const passkey = theirs.use({ ...(await optionsOf(other)), challenge });
    expect((await confirmWith(passkey)).status).toBe(400);
    expect(await mayChange()).toBe(false);
  });

  test('refuses a challenge of another session, of a sign-in, and one that was used', async () => {
    const elsewhere = fixture.visitor();
    await elsewhere.call('POST', '/accounts/login', {
      json: { email_address: person.address, password: 'correct horse battery' },
    });
    const other = await readJson<Parameters<typeof authenticator.use>[0]>(
      await elsewhere.call('POST', OPTIONS),
    );
    expect((await confirmWith(authenticator.use(other))).status).toBe(400);
    const signIn = await signInOptionsFor(person);
    expect((await confirmWith(authenticator.use(signIn))).status).toBe(400);
    expect(await mayChange()).toBe(false);
    const passkey = authenticator.use(await optionsOf());
    expect((await confirmWith(passkey)).status).toBe(204);
    expect((await confirmWith(passkey)).status).toBe(400);
  });

  test('refuses a passkey that was removed, and a copy', async () => {
    expect((await confirmByPasskey(person, authenticator, { counter: 9 })).status).toBe(204);
    const records = () =>
      fixture.database.query<{ action: string }>(
        `SELECT action FROM audit_records WHERE account_id = $1 AND action = 'passkey.copy_refused'`,
        [person.accountId],
      );
    expect((await confirmByPasskey(person, authenticator, { counter: 8 })).status).toBe(403);
    expect(await records()).toHaveLength(1);
    const passkey = authenticator.use(await optionsOf(), { counter: 10 });
    await fixture.database.query('DELETE FROM passkeys WHERE account_id = $1', [person.accountId]);
    expect((await confirmWith(passkey)).status).toBe(400);
  });
});

test('expired challenges are purged', async () => {
  await signInOptionsFor(person);
  await optionsOf();
  await fixture.database.query('UPDATE passkey_challenges SET expires_at = now()');
  await purgeExpired(fixture.database);
  expect(await fixture.database.query('SELECT purpose FROM passkey_challenges')).toEqual([]);
});
