import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { PASSWORD, readJson, type Visitor } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;

beforeAll(async () => {
  fixture = await createSsoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.save());
afterEach(() => fixture.provider.reset());

/** What a provider says about itself is kept for a while, unless an Owner tests the connection. */
const discoverAnew = () =>
  fixture.owner.call('POST', `/organizations/${fixture.organizationId}/identity-provider/test`, {
    json: { issuer: fixture.provider.issuer },
  });

const current = async (visitor: Visitor) => {
  const response = await visitor.call('GET', '/accounts/current');
  if (response.status !== 200) return undefined;
  return readJson<{
    id: string;
    first_name: string;
    last_name: string;
    email_addresses: [string, boolean][];
    memberships: Record<string, { role_name: string }>;
  }>(response);
};

const roleOf = async (visitor: Visitor) =>
  (await current(visitor))?.memberships[fixture.organizationId]?.role_name;

const messageOf = async (response: Response) =>
  (await readJson<{ message: string }>(response)).message;

describe('a first sign-in', () => {
  test('creates a member without a password, and signs in', async () => {
    fixture.provider.claims = { sub: 'grace', email: `grace@${DOMAIN}`, given_name: 'Grace' };
    const visitor = fixture.server.visitor();
    const url = await fixture.begin(visitor, `grace@${DOMAIN}`, '/datasets?page=2');
    const { parameters } = fixture.provider.read(url);
    expect(Object.fromEntries(parameters)).toMatchObject({
      response_type: 'code',
      client_id: 'carrel',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: `grace@${DOMAIN}`,
    });
    expect(await fixture.comeBack(visitor, fixture.provider.signIn(url))).toBe('/datasets?page=2');
    const user = await current(visitor);
    expect(user).toMatchObject({
      first_name: 'Grace',
      last_name: 'Byron',
      email_addresses: [[`grace@${DOMAIN}`, true]],
    });
    expect(await roleOf(visitor)).toBe('Viewer');
    const factors = await visitor.call('GET', '/accounts/factors');
    expect(await factors.json()).toMatchObject({ password: false });
    const sessions = await visitor.call('GET', '/accounts/sessions');
    expect(await sessions.json()).toMatchObject({ sessions: [{ methods: ['sso'] }] });
    const { records } = await readJson<{ records: { action: string }[] }>(
      await fixture.owner.call('GET', `/organizations/${fixture.organizationId}/audit`),
    );
    expect(records[0]).toMatchObject({ action: 'member.joined', details: { role: 'Viewer' } });
  });

  test('is followed by others of the same account, also with another address', async () => {
    fixture.provider.claims = { sub: 'again', email: `again@${DOMAIN}` };
    const first = await current((await fixture.signIn()).visitor);
    fixture.provider.claims = { sub: 'again', email: `married@${DOMAIN}` };
    const second = await current((await fixture.signIn()).visitor);
    expect(second?.id).toBe(first?.id);
  });

  test('takes the address from registrations that were not confirmed', async () => {
    const address = `claimed@${DOMAIN}`;
    await fixture.server.visitor().call('POST', '/accounts/register', {
      json: { first_name: 'Eve', last_name: 'E', email_address: address, password: PASSWORD },
    });
    fixture.provider.claims = { sub: 'claimed', email: address };
    const { visitor } = await fixture.signIn();
    expect((await current(visitor))?.first_name).toBe('Ada');
    expect((await fixture.logIn(fixture.server.visitor(), address)).status).toBe(400);
  });

  test('reads the address at the provider where the token has none', async () => {
    const { provider } = fixture;
    provider.metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
    await discoverAnew();
    provider.instead['/userinfo'] = (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ sub: 'thin', email: `thin@${DOMAIN}` }));
    provider.claims = { sub: 'thin', email: undefined };
    const { visitor } = await fixture.signIn();
    expect((await current(visitor))?.email_addresses).toEqual([[`thin@${DOMAIN}`, true]]);
    provider.metadata = {};
    await discoverAnew();
  });

  test('is refused where the organization has no room', async () => {
    const full = await createSsoFixture({
      quotas: {
        documents: undefined,
        bytes: undefined,
        guests: undefined,
        datasets: undefined,
        members: 1,
      },
    });
    try {
      await full.save();
      const { visitor, location } = await full.signIn();
      expect(location).toBe('/login/sso?failed=full');
      expect(visitor.cookies.has('carrel_access')).toBe(false);
      const accounts = await full.server.database.query('SELECT id FROM accounts');
      expect(accounts).toHaveLength(1);
    } finally {
      await full.close();
    }
  });

  test('of a member who was removed joins again', async () => {
    fixture.provider.claims = { sub: 'back', email: `back@${DOMAIN}` };
    const first = await fixture.signIn();
    const id = (await current(first.visitor))?.id ?? '';
    await fixture.owner.call('DELETE', `/organizations/${fixture.organizationId}/members/${id}`);
    expect(await roleOf((await fixture.signIn()).visitor)).toBe('Viewer');
    await fixture.owner.call('DELETE', `/organizations/${fixture.organizationId}/members/${id}`);
    fixture.provider.claims = { sub: 'back', email: 'back@elsewhere.example' };
    expect((await fixture.signIn()).location).toBe('/login/sso?failed=address');
  });
});

describe('roles', () => {
  test('follow the claim, the highest first, at each sign-in', async () => {
    await fixture.save({
      default_role: 'Viewer',
      role_claim: 'realm_access.groups',
      role_mapping: [
        { value: 'writers', role: 'Editor' },
        { value: 'chiefs', role: 'Admin' },
      ],
    });
    const signIn = async (groups: unknown) => {
      fixture.provider.claims = { sub: 'role', email: `role@${DOMAIN}`, realm_access: { groups } };
      return roleOf((await fixture.signIn()).visitor);
    };
    expect(await signIn(['writers', 'chiefs'])).toBe('Admin');
    expect(await signIn(['writers', 'others'])).toBe('Editor');
    expect(await signIn('chiefs')).toBe('Admin');
    expect(await signIn([])).toBe('Viewer');
    expect(await signIn({ odd: true })).toBe('Viewer');
  });

  test('of Owners are left alone', async () => {
    fixture.provider.claims = { sub: 'boss', email: `boss@${DOMAIN}` };
    const { visitor } = await fixture.signIn();
    const id = (await current(visitor))?.id ?? '';
    await fixture.owner.call('PATCH', `/organizations/${fixture.organizationId}/members/${id}`, {
      json: { role_id: await fixture.server.roleId(fixture.organizationId, 'Owner') },
    });
    await fixture.save({
      role_claim: 'groups',
      role_mapping: [{ value: 'x', role: 'Admin' }],
    });
    expect(await roleOf((await fixture.signIn()).visitor)).toBe('Owner');
  });
});

describe('an account that exists', () => {
  test('is linked once its owner has signed in, and gets a mail', async () => {
    const address = `known@${DOMAIN}`;
    const known = await fixture.server.person(address);
    fixture.provider.claims = { sub: 'known', email: address };
    const { visitor, location } = await fixture.signIn(undefined, address);
    expect(location).toBe('/login/link');
    expect(await current(visitor)).toBeUndefined();
    const link = await visitor.call('GET', '/accounts/login/sso/link');
    expect(await link.json()).toEqual({
      organization_name: 'Firm',
      email_address: address,
      return_path: '/dashboard',
    });
    expect((await visitor.call('POST', '/accounts/login/sso/link')).status).toBe(401);

    await fixture.logIn(visitor, address);
    await fixture.server.mails();
    expect((await visitor.call('POST', '/accounts/login/sso/link')).status).toBe(204);
    expect(await roleOf(visitor)).toBe('Viewer');
    const mails = await fixture.server.mails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [address, 'Your account was linked to single sign-on'],
    ]);
    const later = await fixture.signIn();
    expect((await current(later.visitor))?.id).toBe(known.accountId);
    expect((await visitor.call('POST', '/accounts/login/sso/link')).status).toBe(404);
  });

  test('is not linked by another account, nor from another browser', async () => {
    const address = `mine@${DOMAIN}`;
    await fixture.server.person(address);
    const other = await fixture.server.person();
    fixture.provider.claims = { sub: 'mine', email: address };
    const { visitor } = await fixture.signIn(undefined, address);
    await fixture.logIn(visitor, other.address);
    const refused = await visitor.call('POST', '/accounts/login/sso/link');
    expect(refused.status).toBe(403);
    expect(await messageOf(refused)).toContain(`Sign in as ${address} to link it.`);
    const elsewhere = fixture.server.visitor();
    await fixture.logIn(elsewhere, address);
    expect((await elsewhere.call('POST', '/accounts/login/sso/link')).status).toBe(404);
    await fixture.logIn(visitor, address);
    expect((await visitor.call('POST', '/accounts/login/sso/link')).status).toBe(204);
  });

  test('is not linked after the provider was changed', async () => {
    const address = `late@${DOMAIN}`;
    await fixture.server.person(address);
    fixture.provider.claims = { sub: 'late', email: address };
    const { visitor } = await fixture.signIn(undefined, address);
    await fixture.save();
    await fixture.logIn(visitor, address);
    expect((await visitor.call('POST', '/accounts/login/sso/link')).status).toBe(404);
  });
});

test('an address of no verified domain has no single sign-on, and of a disabled one neither', async () => {
  const begin = (address: string) =>
    fixture.server
      .visitor()
      .call('POST', '/accounts/login/sso', { json: { email_address: address } });
  const refused = await begin('ada@elsewhere.example');
  expect(refused.status).toBe(404);
  expect(await messageOf(refused)).toContain('Single sign-on is not set up for this address.');
  await fixture.save({ enabled: false });
  expect((await begin(`ada@${DOMAIN}`)).status).toBe(404);
});

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/api/v1/x',
  'x',
  '/..//evil.example',
])('the way back never leads to %j', async (path) => {
  fixture.provider.claims = { sub: 'way', email: `way@${DOMAIN}` };
  const visitor = fixture.server.visitor();
  const url = await fixture.begin(visitor, undefined, path);
  expect(await fixture.comeBack(visitor, fixture.provider.signIn(url))).toBe('/dashboard');
});
