import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import { mailedCodeOf } from '@carrel/testing/reauthentication/mailed-code.ts';
import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { readJson, type Visitor } from '@carrel/testing/server-fixture.ts';

const MAIL = '/accounts/reauthenticate/mail';

let fixture: SsoFixture;
let count = 0;
let person: { sub: string; email: string };

beforeAll(async () => {
  fixture = await createSsoFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.save();
  newPerson();
});
afterEach(() => fixture.provider.reset());

function newPerson(): void {
  count += 1;
  person = { sub: `ada-${count}`, email: `ada-${count}@${DOMAIN}` };
  fixture.provider.claims = person;
}

/** Returns a client that calls from a network of its own. */
const elsewhere = (visitor: Visitor): Visitor => {
  const address = `10.2.${count >> 8}.${count & 255}`;
  return {
    ...visitor,
    call: (method, path, options = {}) =>
      visitor.call(method, path, { ...options, headers: { 'X-Forwarded-For': address } }),
  };
};

async function signIn(): Promise<Visitor> {
  const visitor = elsewhere(fixture.server.visitor());
  await fixture.signIn(visitor, person.email);
  return visitor;
}

const accountOf = async (visitor: Visitor) =>
  (await readJson<{ id: string }>(await visitor.call('GET', '/accounts/current'))).id;

/** Gives the account a confirmed address, and returns it. */
async function addAddress(visitor: Visitor, domain: string): Promise<string> {
  const address = `ada-${count}@${domain}`;
  await fixture.server.database.query(
    `INSERT INTO account_emails (account_id, address, address_key, confirmed_at)
     VALUES ($1, $2, $2, now())`,
    [await accountOf(visitor), address],
  );
  return address;
}

const send = (visitor: Visitor) => visitor.call('POST', MAIL);
const enter = async (visitor: Visitor, code: string) =>
  (await visitor.call('PUT', MAIL, { json: { code } })).status;
const codeFor = async (address: string) => mailedCodeOf(await fixture.server.mails(), address);
const setPassword = async (visitor: Visitor) =>
  (
    await visitor.call('PUT', '/accounts/password', {
      json: { new_password: 'a brand new password' },
    })
  ).status;

test('a code goes to the addresses that no organization controls, and confirms the session', async () => {
  const visitor = await signIn();
  const home = await addAddress(visitor, 'home.example');
  await addAddress(visitor, `mail.${DOMAIN}`);
  await fixture.server.mails();
  const factors = await readJson(await visitor.call('GET', '/accounts/factors'));
  expect(factors).toMatchObject({ mail_addresses: [home] });
  expect(await readJson(await send(visitor))).toEqual({ email_addresses: [home] });
  const mails = (await fixture.server.mails()).filter(({ subject }) =>
    /that it is you/.test(subject),
  );
  expect(mails.map(({ to }) => to)).toEqual([home]);
  const code = mailedCodeOf(mails);
  expect(await setPassword(visitor)).toBe(403);
  expect(await enter(visitor, 'BBBBB-BBBBB')).toBe(400);
  expect(await enter(visitor, ` ${code.toLowerCase().replace('-', ' ')}`)).toBe(204);
  expect(await enter(visitor, code)).toBe(400);
  const sessions = await readJson(await visitor.call('GET', '/accounts/sessions'));
  expect(sessions).toMatchObject({ sessions: [{ methods: ['sso', 'mail'] }] });
  expect(await setPassword(visitor)).toBe(204);
});

test('a code opens the other organizations of the account', async () => {
  const visitor = await signIn();
  const home = await addAddress(visitor, 'home.example');
  const owner = await fixture.server.person();
  const id = await fixture.server.organization(owner, 'Other');
  await fixture.server.database.query(
    'INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)',
    [id, await accountOf(visitor), await fixture.server.roleId(id, 'Viewer')],
  );
  const datasets = async () =>
    (await visitor.call('GET', '/datasets', { organizationId: id })).status;
  expect(await datasets()).toBe(403);
  const user = await readJson(await visitor.call('GET', '/accounts/current'));
  expect(user).toMatchObject({
    memberships: { [id]: { allowed_methods: ['password', 'passkey', 'mail'] } },
  });
  await send(visitor);
  expect(await enter(visitor, await codeFor(home))).toBe(204);
  expect(await datasets()).toBe(200);
});

test('a code is of one session, and the last one counts', async () => {
  const [visitor, another] = [await signIn(), await signIn()];
  const home = await addAddress(visitor, 'home.example');
  await send(visitor);
  const first = await codeFor(home);
  await send(visitor);
  const last = await codeFor(home);
  expect(await enter(another, last)).toBe(400);
  expect(await enter(visitor, first)).toBe(400);
  await fixture.server.database.query(
    `UPDATE reauthentication_codes SET expires_at = now() WHERE expires_at > now()`,
  );
  expect(await enter(visitor, last)).toBe(400);
});

test('an account whose addresses are of organizations is told what to do, and gets no mail', async () => {
  const visitor = await signIn();
  await fixture.server.mails();
  const refused = await send(visitor);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toEqual({
    message:
      'Your account has no password, and its email addresses belong to an organization. Reset your password by mail, and sign in with it.',
  });
  expect(await fixture.server.mails()).toEqual([]);
  expect(await enter(visitor, 'BBBBB-BBBBB')).toBe(409);
});

test('a code is not enough once the account has a factor of its own', async () => {
  const visitor = await signIn();
  const home = await addAddress(visitor, 'home.example');
  await send(visitor);
  const code = await codeFor(home);
  await fixture.server.database.query(
    `UPDATE accounts SET password_hash = 'scrypt' WHERE id = $1`,
    [await accountOf(visitor)],
  );
  expect(await enter(visitor, code)).toBe(403);
  expect((await send(visitor)).status).toBe(403);
});

test('five codes an hour are mailed for one network, and ten wrong ones checked', async () => {
  const visitor = await signIn();
  await addAddress(visitor, 'home.example');
  for (let sent = 1; sent <= 5; sent += 1) expect((await send(visitor)).status).toBe(200);
  expect((await send(visitor)).status).toBe(429);
  for (let wrong = 1; wrong <= 10; wrong += 1) expect(await enter(visitor, 'BBBBB')).toBe(400);
  expect(await enter(visitor, 'BBBBB')).toBe(429);
});

test('A32: a code that is entered twice at once confirms once', async () => {
  const rounds = hardCount(5, 200);
  for (let round = 0; round < rounds; round += 1) {
    newPerson();
    const visitor = await signIn();
    const home = await addAddress(visitor, 'home.example');
    await send(visitor);
    const code = await codeFor(home);
    const statuses = await Promise.all([enter(visitor, code), enter(visitor, code)]);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 400]);
  }
});

test('A33: an address that is removed while its code is entered confirms before that, or not at all', async () => {
  const rounds = hardCount(5, 200);
  for (let round = 0; round < rounds; round += 1) {
    newPerson();
    const [visitor, owner] = [await signIn(), await signIn()];
    const home = await addAddress(visitor, 'home.example');
    await send(visitor);
    await send(owner);
    const mails = (await fixture.server.mails()).filter(({ to }) => to === home);
    const codes = mails.map((mail) => mailedCodeOf([mail])).filter((code) => code !== '');
    expect(await enter(owner, codes[1] ?? '')).toBe(204);
    const emails = await readJson<{ emails: { id: string; address: string }[] }>(
      await owner.call('GET', '/accounts/emails'),
    );
    const id = emails.emails.find(({ address }) => address === home)?.id ?? '';
    const [entered, removed] = await Promise.all([
      enter(visitor, codes[0] ?? ''),
      owner.call('DELETE', `/accounts/emails/${id}`),
    ]);
    expect(removed.status).toBe(204);
    // A code of an address that is gone is a code of nothing.
    expect([204, 409]).toContain(entered);
    expect(await enter(visitor, codes[0] ?? '')).toBe(409);
    const [left] = await fixture.server.database.query<{ codes: number }>(
      `SELECT count(*) AS codes FROM reauthentication_codes c JOIN sessions s ON s.id = c.session_id
       WHERE s.account_id = $1`,
      [await accountOf(owner)],
    );
    expect(left?.codes).toBe(0);
  }
});
