import { PASSKEYS_MAX, type Passkey } from '@carrel/shared/contract/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { addPasskey, creationOptionsFor, ORIGIN } from '@carrel/testing/webauthn/passkey-calls.ts';
import { SoftwareAuthenticator } from '@carrel/testing/webauthn/software-authenticator.ts';
import { userHandleOf } from './passkey-options.ts';

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
  await fixture.mails();
});

const list = async (member = person) => {
  const response = await member.call('GET', '/accounts/passkeys');
  return (await readJson<{ passkeys: Passkey[] }>(response)).passkeys;
};

const subjects = async () => (await fixture.mails()).map(({ subject }) => subject);

/** Makes the session look as if its account had authenticated long ago. */
const age = () =>
  fixture.database.query(
    `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE account_id = $1`,
    [person.accountId],
  );

describe('a passkey', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'is added with %s, and listed',
    async (algorithm) => {
      expect((await addPasskey(person, authenticator, { algorithm })).status).toBe(201);
      expect(await list()).toEqual([
        {
          id: expect.any(String) as string,
          name: 'Laptop',
          created_at: expect.any(String) as string,
          last_used_at: null,
          device_type: 'singleDevice',
          backed_up: false,
          transports: ['internal'],
        },
      ]);
      expect(await subjects()).toEqual(['A passkey was added to your account']);
    },
  );

  test('says whether its provider has copied it to other devices', async () => {
    await addPasskey(person, new SoftwareAuthenticator(ORIGIN, { isSynced: true }));
    expect(await list()).toMatchObject([{ device_type: 'multiDevice', backed_up: true }]);
  });

  test('is discoverable, verifies its user, and is made for the account on a device that has none', async () => {
    await addPasskey(person, authenticator);
    const options = await creationOptionsFor(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Carrel' },
      user: {
        id: userHandleOf(person.accountId),
        name: person.address,
        displayName: 'Ada Byron',
      },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
    expect(options.excludeCredentials).toHaveLength(1);
  });

  test('is renamed and removed by its owner, who gets a mail', async () => {
    await addPasskey(person, authenticator);
    const [{ id } = { id: '' }] = await list();
    const renamed = await person.call('PATCH', `/accounts/passkeys/${id}`, {
      json: { name: ' Key ring ' },
    });
    expect(renamed.status).toBe(204);
    expect(await list()).toMatchObject([{ name: 'Key ring' }]);
    await fixture.mails();
    expect((await person.call('DELETE', `/accounts/passkeys/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(await subjects()).toEqual(['A passkey was removed from your account']);
    expect((await person.call('DELETE', `/accounts/passkeys/${id}`)).status).toBe(404);
  });

  test('is nothing that another account can read, rename or remove', async () => {
    await addPasskey(person, authenticator);
    const [{ id } = { id: '' }] = await list();
    const stranger = await fixture.person();
    expect(await list(stranger)).toEqual([]);
    const json = { name: 'Mine' };
    expect((await stranger.call('PATCH', `/accounts/passkeys/${id}`, { json })).status).toBe(404);
    expect((await stranger.call('DELETE', `/accounts/passkeys/${id}`)).status).toBe(404);
    expect(await list()).toMatchObject([{ name: 'Laptop' }]);
  });

  test('is added and removed only by someone who has just authenticated', async () => {
    const options = await creationOptionsFor(person);
    const passkey = authenticator.create(options);
    await addPasskey(person, new SoftwareAuthenticator(ORIGIN));
    const [{ id } = { id: '' }] = await list();
    await age();
    const calls = [
      person.call('POST', '/accounts/passkeys/options'),
      person.call('POST', '/accounts/passkeys', { json: { name: 'Laptop', passkey } }),
      person.call('DELETE', `/accounts/passkeys/${id}`),
    ];
    for (const response of await Promise.all(calls)) {
      expect(response.status).toBe(403);
      expect(response.headers.get('X-Reauthenticate')).not.toBeNull();
    }
    expect(await list()).toHaveLength(1);
  });

  test('is one of twenty at most', async () => {
    const authenticators = Array.from(
      { length: PASSKEYS_MAX },
      () => new SoftwareAuthenticator(ORIGIN),
    );
    for (const each of authenticators) {
      expect((await addPasskey(person, each)).status).toBe(201);
    }
    expect((await person.call('POST', '/accounts/passkeys/options')).status).toBe(409);
    expect(await list()).toHaveLength(PASSKEYS_MAX);
  });
});

describe('no passkey is added', () => {
  const [none, noCertificates] = [new Map<string, never>(), 'No certificate is asked for'];

  test.each([
    ['for a page of another origin', { origin: 'https://evil.example' }],
    ['for another port of the host', { origin: 'http://localhost:4000' }],
    ['for another relying party', { relyingPartyId: 'evil.example' }],
    ['without verifying the user', { unverified: true }],
    ['with certificates', { attestation: { format: 'android-key', statement: none } }],
    ['with an unknown attestation', { attestation: { format: noCertificates, statement: none } }],
  ])('%s', async (_, misbehavior) => {
    const response = await addPasskey(person, authenticator, misbehavior);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: 'The passkey could not be verified. Please try again.',
    });
    expect(await list()).toEqual([]);
    expect(await subjects()).toEqual([]);
  });

  test('for a challenge that was used, has expired, was replaced, or is of another session', async () => {
    const add = (passkey: unknown, member = person) =>
      member.call('POST', '/accounts/passkeys', { json: { name: 'Laptop', passkey } });
    const options = await creationOptionsFor(person);
    expect((await add(authenticator.create(options))).status).toBe(201);
    const expired = await creationOptionsFor(person);
    await fixture.database.query('UPDATE passkey_challenges SET expires_at = now()');
    const replaced = await creationOptionsFor(person);
    await creationOptionsFor(person);
    const other = await creationOptionsFor(await fixture.person());
    for (const refused of [options, expired, replaced, other]) {
      const response = await add(authenticator.create(refused));
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        message: 'This request has expired or was used already. Please try again.',
      });
    }
    expect(await list()).toHaveLength(1);
  });

  test('that someone has already', async () => {
    const stranger = await fixture.person();
    const theirs = await creationOptionsFor(stranger);
    const passkey = authenticator.create(theirs);
    const json = { name: 'Laptop', passkey };
    expect((await stranger.call('POST', '/accounts/passkeys', { json })).status).toBe(201);
    const { challenge } = await creationOptionsFor(person);
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: 'webauthn.create', challenge, origin: ORIGIN }),
    ).toString('base64url');
    const copied = { ...passkey, response: { ...passkey.response, clientDataJSON } };
    const response = await person.call('POST', '/accounts/passkeys', {
      json: { name: 'Laptop', passkey: copied },
    });
    expect(response.status).toBe(409);
    expect(await list()).toEqual([]);
  });
});
