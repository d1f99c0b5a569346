import type { Passkey } from '@carrel/shared/contract/sign-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';
import {
  addPasskey,
  creationOptionsFor,
  ORIGIN,
  signInByPasskey,
  signInOptionsFor,
} from '@carrel/testing/webauthn/passkey-calls.ts';
import { SoftwareAuthenticator } from '@carrel/testing/webauthn/software-authenticator.ts';
import type { Database } from '../../../platform/database/database.ts';

let fixture: ServerFixture;
let person: Member;
let authenticator: SoftwareAuthenticator;
let network = 0;
/** Runs once, before the next transaction starts: the signature of a passkey is verified by then. */
let beforeTransaction: (() => Promise<unknown>) | undefined;

const wrapDatabase = (database: Database): Database => ({
  ...database,
  transaction: async (work) => {
    const run = beforeTransaction;
    beforeTransaction = undefined;
    await run?.();
    return database.transaction(work);
  },
});

beforeAll(async () => {
  fixture = await createServerFixture({ wrapDatabase });
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  person = await fixture.person();
  authenticator = new SoftwareAuthenticator(ORIGIN);
});

/** Returns a client that calls from a network of its own. */
const elsewhere = (visitor: Visitor = fixture.visitor()): Visitor => {
  network += 1;
  const address = `10.1.${network >> 8}.${network & 255}`;
  return {
    ...visitor,
    call: (method, path, options = {}) =>
      visitor.call(method, path, { ...options, headers: { 'X-Forwarded-For': address } }),
  };
};

const removeFirst = async () => {
  const response = await person.call('GET', '/accounts/passkeys');
  const { passkeys } = await readJson<{ passkeys: Passkey[] }>(response);
  return () => person.call('DELETE', `/accounts/passkeys/${passkeys[0]?.id ?? ''}`);
};

test('a passkey that is removed after its signature was verified does not sign in', async () => {
  await addPasskey(person, authenticator);
  const remove = await removeFirst();
  const visitor = fixture.visitor();
  const passkey = authenticator.use(await signInOptionsFor(visitor));
  beforeTransaction = remove;
  const response = await visitor.call('POST', '/accounts/login/passkey', { json: { passkey } });
  expect(response.status).toBe(400);
  expect(visitor.cookies.size).toBe(0);
});

test('a passkey that is removed while it signs in signs in before that, or not at all', async () => {
  const rounds = hardCount(10, 200);
  for (let round = 0; round < rounds; round += 1) {
    await addPasskey(elsewhere(person), authenticator);
    const remove = await removeFirst();
    const [browser, late] = [elsewhere(), elsewhere()];
    const passkey = authenticator.use(await signInOptionsFor(browser));
    const [signedIn, removed] = await Promise.all([
      browser.call('POST', '/accounts/login/passkey', { json: { passkey } }),
      remove(),
    ]);
    expect(removed.status).toBe(204);
    expect([200, 400]).toContain(signedIn.status);
    const current = await browser.call('GET', '/accounts/current');
    expect(current.status).toBe(signedIn.status === 200 ? 200 : 401);
    expect((await signInByPasskey(late, authenticator)).status).toBe(400);
  }
});

test('a challenge that is sent many times at once signs in once', async () => {
  await addPasskey(person, authenticator);
  const options = await signInOptionsFor(person);
  const count = hardCount(10, 50);
  const passkeys = Array.from({ length: count }, () => authenticator.use(options));
  const responses = await Promise.all(
    passkeys.map((passkey) =>
      elsewhere().call('POST', '/accounts/login/passkey', { json: { passkey } }),
    ),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(count - 1);
});

test('passkeys that are added at the same time do not exceed the limit', async () => {
  const { accountId } = person;
  await fixture.database.query(
    `INSERT INTO passkeys (account_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
     SELECT $1, 'old-' || n, ''::bytea, 0, '{}', 'singleDevice', false, 'Old' FROM generate_series(1, 19) n`,
    [accountId],
  );
  const sessions = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const browser = fixture.visitor();
      await browser.call('POST', '/accounts/login', {
        json: { email_address: person.address, password: 'correct horse battery' },
      });
      return browser;
    }),
  );
  const passkeys = await Promise.all(
    sessions.map(async (browser) =>
      new SoftwareAuthenticator(ORIGIN).create(await creationOptionsFor(browser)),
    ),
  );
  const responses = await Promise.all(
    sessions.map((browser, n) =>
      browser.call('POST', '/accounts/passkeys', {
        json: { name: 'Laptop', passkey: passkeys[n] },
      }),
    ),
  );
  const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([201, 409, 409, 409]);
});
