import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import { createSsoFixture, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { PASSWORD, readJson, type Visitor } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;
let domain: string;
let count = 0;

beforeAll(async () => {
  fixture = await createSsoFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.save();
  domain = `gone-${(count += 1)}.example`;
  await fixture.verifyDomain(fixture.organizationId, domain);
});
afterEach(() => fixture.provider.reset());

const at = (local: string) => `${local}@${domain}`;
const rows = (sql: string, ...values: unknown[]) => fixture.server.database.query(sql, values);
const status = async (visitor: Visitor) => (await visitor.call('GET', '/accounts/current')).status;

/** Signs in as a person of the domain; `begin` is an address that has single sign-on. */
async function signIn(local: string, begin = at(local)) {
  fixture.provider.claims = { sub: `${local} of ${domain}`, email: at(local) };
  return fixture.signIn(undefined, begin);
}

async function removeDomain(): Promise<number> {
  const all = `/organizations/${fixture.organizationId}/domains`;
  const { domains } = await readJson<{ domains: { id: string; domain: string }[] }>(
    await fixture.owner.call('GET', all),
  );
  const id = domains.find((one) => one.domain === domain)?.id ?? '';
  return (await fixture.owner.call('DELETE', `${all}/${id}`)).status;
}

const provider = () => `/organizations/${fixture.organizationId}/identity-provider`;
const other = () => `ada@firm.example`;

test.each([
  ['the domain is removed', async () => void (await removeDomain())],
  [
    'the provider is removed and set up again',
    async () => {
      await fixture.owner.call('DELETE', provider());
      await fixture.save();
    },
  ],
  [
    'the client is changed, and changed back',
    async () => {
      await fixture.save({ client_id: 'another' });
      await fixture.save();
    },
  ],
  [
    'the issuer is changed, and changed back',
    async () => {
      await fixture.save({ issuer: 'https://login.example.com' });
      await fixture.save();
    },
  ],
])('sessions and identities end when %s', async (_, change) => {
  const { visitor } = await signIn('ada');
  expect(await status(visitor)).toBe(200);
  await change();
  expect(await status(visitor)).toBe(401);
  expect(
    await rows('SELECT FROM account_identities WHERE subject = $1', `ada of ${domain}`),
  ).toEqual([]);
  const { location } = await signIn('ada', other());
  expect(['/login/link', '/login/sso?failed=address']).toContain(location);
});

test('a provider does not sign in as people of a domain that another organization has verified', async () => {
  await signIn('ada');
  const second = await fixture.server.person();
  const theirs = await fixture.server.organization(second);
  // As an instance of the version before removes it.
  await rows(
    'DELETE FROM organization_domains WHERE organization_id = $1 AND domain = $2',
    fixture.organizationId,
    domain,
  );
  await fixture.verifyDomain(theirs, domain);
  const { location, visitor } = await signIn('ada', other());
  expect(location).toBe('/login/sso?failed=address');
  expect(await status(visitor)).toBe(401);
});

test('people of other domains of the organization stay signed in, and linked', async () => {
  fixture.provider.claims = { sub: 'stays', email: 'stays@firm.example' };
  const { visitor } = await fixture.signIn(undefined, 'stays@firm.example');
  await removeDomain();
  expect(await status(visitor)).toBe(200);
  expect((await fixture.signIn(undefined, 'stays@firm.example')).location).toBe('/dashboard');
});

test('a link that waits ends with the domain', async () => {
  await fixture.server.person(at('known'));
  const { visitor, location } = await signIn('known');
  expect(location).toBe('/login/link');
  await removeDomain();
  await fixture.logIn(visitor, at('known'));
  expect((await visitor.call('POST', '/accounts/login/sso/link')).status).toBe(404);
});

test('a sign-in that is at the provider when the domain is removed is refused', async () => {
  await signIn('ada');
  const visitor = fixture.server.visitor();
  const url = await fixture.begin(visitor, at('ada'));
  await removeDomain();
  const location = await fixture.comeBack(visitor, fixture.provider.signIn(url));
  expect(location).toBe('/login/sso?failed=address');
});

test('an identity ends when the account removes the last address of the domain', async () => {
  const person = await fixture.server.person(at('leaver'));
  const first = await signIn('leaver');
  await fixture.logIn(first.visitor, at('leaver'));
  expect((await first.visitor.call('POST', '/accounts/login/sso/link')).status).toBe(204);
  const { visitor } = await signIn('leaver');
  expect(await status(visitor)).toBe(200);
  await rows(
    `INSERT INTO account_emails (account_id, address, address_key, confirmed_at)
     VALUES ($1, $2, $2, now())`,
    person.accountId,
    `private-${count}@example.com`,
  );
  const { emails } = await readJson<{ emails: { id: string; address: string }[] }>(
    await person.call('GET', '/accounts/emails'),
  );
  const work = emails.find(({ address }) => address === at('leaver'))?.id ?? '';
  expect((await person.call('DELETE', `/accounts/emails/${work}`)).status).toBe(204);
  expect(await status(visitor)).toBe(401);
  expect(await status(person)).toBe(200);
  const again = await signIn('leaver');
  const current = await readJson<{ id: string }>(
    await again.visitor.call('GET', '/accounts/current'),
  );
  expect(current.id).not.toBe(person.accountId);
});

test('a deleted organization ends what its provider vouched for, and frees its domains', async () => {
  const closing = await createSsoFixture();
  try {
    await closing.save();
    const { visitor } = await closing.signIn();
    expect(await status(visitor)).toBe(200);
    await closing.owner.call('DELETE', `/organizations/${closing.organizationId}`);
    expect(await status(visitor)).toBe(401);
    for (const table of ['account_identities', 'sso_sessions', 'organization_domains']) {
      expect(await closing.server.database.query(`SELECT FROM ${table}`)).toEqual([]);
    }
  } finally {
    await closing.close();
  }
});

test('T21: a domain that is removed while its people sign in leaves no session of them', async () => {
  await signIn('ada');
  const { database } = fixture.server;
  for (let round = 0; round < hardCount(3, 200); round += 1) {
    await rows(
      `INSERT INTO account_identities (organization_id, issuer, subject, account_id)
       SELECT $1, $2, $3, account_id FROM account_emails WHERE address_key = $4 ON CONFLICT DO NOTHING`,
      fixture.organizationId,
      fixture.provider.issuer,
      `ada of ${domain}`,
      at('ada'),
    );
    const visitors = [fixture.server.visitor(), fixture.server.visitor()];
    const urls: string[] = [];
    for (const visitor of visitors) urls.push(await fixture.begin(visitor, at('ada')));
    const [removed] = await Promise.all([
      removeDomain(),
      ...visitors.map((visitor, place) =>
        fixture.comeBack(visitor, fixture.provider.signIn(urls[place] ?? '')),
      ),
    ]);
    expect(removed).toBe(204);
    const left = await database.query(
      `SELECT FROM sso_sessions o JOIN sessions s ON s.id = o.session_id
       WHERE o.subject = $1`,
      [`ada of ${domain}`],
    );
    expect(left).toEqual([]);
    expect(
      await rows('SELECT FROM account_identities WHERE subject = $1', `ada of ${domain}`),
    ).toEqual([]);
    await fixture.verifyDomain(fixture.organizationId, domain);
    await rows('TRUNCATE rate_limits');
  }
});

test('an account without a password resets it once the domain is gone', async () => {
  await signIn('ada');
  await removeDomain();
  await fixture.server.mails();
  await fixture.server.visitor().call('POST', '/accounts/reset-password', {
    json: { email_address: at('ada') },
  });
  const [mail] = await fixture.server.mails();
  const token = mail?.link?.split('/').at(-1);
  await fixture.server.visitor().call('PUT', '/accounts/reset-password', {
    json: { token, new_password: PASSWORD },
  });
  expect((await fixture.logIn(fixture.server.visitor(), at('ada'))).status).toBe(200);
});
