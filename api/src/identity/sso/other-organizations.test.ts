import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  authorizationRequest,
  registerProgram,
} from '@carrel/testing/route-access/oauth-request.ts';
import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { PASSWORD, readJson, type Member, type Visitor } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;
/** Another organization, of which the person is a member too. */
let other: { owner: Member; id: string };
let count = 0;
let person: { sub: string; email: string };

const seconds = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  fixture = await createSsoFixture();
  const owner = await fixture.server.person();
  other = { owner, id: await fixture.server.organization(owner, 'Other') };
  await owner.call('PATCH', `/organizations/${other.id}`, {
    json: { description: 'Secret plans' },
  });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.save({ default_role: 'Admin' });
  count += 1;
  person = { sub: `ada-${count}`, email: `ada-${count}@${DOMAIN}` };
});
afterEach(() => fixture.provider.reset());

/** Signs in as the person, as whoever runs the provider can. */
async function signIn(claims: object = {}): Promise<Visitor> {
  fixture.provider.claims = { ...person, ...claims };
  const { visitor, location } = await fixture.signIn(undefined, person.email);
  expect(location).toBe('/dashboard');
  return visitor;
}

async function authenticateAgain(visitor: Visitor): Promise<string> {
  const begun = await visitor.call('POST', '/accounts/reauthenticate/sso', { json: {} });
  const { redirect_url: url } = await readJson<{ redirect_url: string }>(begun);
  return fixture.comeBack(visitor, fixture.provider.signIn(url));
}

const idOf = async (visitor: Visitor) =>
  (await readJson<{ id: string }>(await visitor.call('GET', '/accounts/current'))).id;

/** Accepts an invitation of the other organization, as an Admin. */
async function joinOther(visitor: Visitor): Promise<void> {
  const json = {
    email_address: person.email,
    role_id: await fixture.server.roleId(other.id, 'Admin'),
  };
  await other.owner.call('POST', `/organizations/${other.id}/members`, { json });
  const mail = (await fixture.server.mails()).findLast(({ to }) => to === person.email);
  const token = mail?.link?.split('/').at(-1);
  const joined = await visitor.call('POST', '/organizations/join', {
    json: { invitation_token: token },
  });
  expect(joined.status).toBeLessThan(300);
}

const newKey = { name: 'Key', scopes: ['documents:read'], expires_in_days: 30 };
const createKey = (visitor: Visitor, organizationId: string) =>
  visitor.call('POST', `/organizations/${organizationId}/api-keys`, { json: newKey });

const datasetsOf = async (visitor: Visitor, organizationId: string) =>
  (await visitor.call('GET', '/datasets', { organizationId })).status;

const setPassword = (visitor: Visitor) =>
  visitor.call('PUT', '/accounts/password', { json: { new_password: 'a brand new password' } });

/** What would let somebody into the account, or lock its owner out. */
const changes = async (visitor: Visitor) => [
  await setPassword(visitor),
  await visitor.call('POST', '/accounts/emails', { json: { email_address: 'eve@evil.example' } }),
  await visitor.call('POST', '/accounts/passkeys/options'),
  await visitor.call('POST', '/accounts/totp'),
  await visitor.call('POST', '/accounts/login/sso/link'),
  await visitor.call('DELETE', `/accounts/${await idOf(visitor)}`),
];

describe('a session that a provider opened', () => {
  test.each([
    ['just now', () => ({})],
    ['an hour ago', () => ({ auth_time: seconds() - 3600 })],
    ['never', () => ({ auth_time: undefined })],
  ])('changes nothing of the account, whose owner it authenticated %s', async (_, claims) => {
    await joinOther(await signIn());
    const visitor = await signIn(claims());
    const refused = await changes(visitor);
    expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(403));
    fixture.provider.claims = person;
    expect(await authenticateAgain(visitor)).toBe('/dashboard');
    const again = await changes(visitor);
    expect(again.map(({ status }) => status)).toEqual(Array(6).fill(403));
    expect(again.map(({ headers }) => headers.get(REAUTHENTICATE_HEADER))).toEqual(
      Array(6).fill('password'),
    );
    expect(await datasetsOf(visitor, other.id)).toBe(403);
  });

  test('reads and writes nothing of another organization, and does not leave it', async () => {
    const visitor = await signIn();
    await joinOther(visitor);
    await authenticateAgain(visitor);
    expect(await datasetsOf(visitor, fixture.organizationId)).toBe(200);
    expect(await datasetsOf(visitor, other.id)).toBe(403);
    const path = `/organizations/${other.id}`;
    const calls = [
      visitor.call('GET', `${path}/members`),
      visitor.call('PATCH', path, { json: { name: 'Mine' } }),
      createKey(visitor, other.id),
      visitor.call('POST', `${path}/leave`),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const { organizations } = await readJson<{
      organizations: { id: string; description?: string | null }[];
    }>(await visitor.call('GET', '/organizations'));
    const described = organizations.find(({ id }) => id === other.id);
    expect([described?.id, described?.description]).toEqual([other.id, null]);
    const left = await visitor.call('POST', `/organizations/${fixture.organizationId}/leave`);
    expect(left.status).toBe(204);
  });

  test('changes its own organization after the provider has asked just now', async () => {
    const visitor = await signIn({ auth_time: seconds() - 3600 });
    const refused = await createKey(visitor, fixture.organizationId);
    expect([refused.status, refused.headers.get(REAUTHENTICATE_HEADER)]).toEqual([403, 'sso']);
    fixture.provider.claims = person;
    await authenticateAgain(visitor);
    expect((await createKey(visitor, fixture.organizationId)).status).toBe(201);
    await fixture.save({ enabled: false, default_role: 'Admin' });
    expect((await createKey(visitor, fixture.organizationId)).status).toBe(403);
  });

  test('opens the other organization once the person has entered the password', async () => {
    await joinOther(await signIn());
    const visitor = await signIn();
    const hash = await fixture.server.database.query<{ password_hash: string }>(
      'SELECT password_hash FROM accounts WHERE id = $1',
      [other.owner.accountId],
    );
    const id = await idOf(visitor);
    await fixture.server.database.query('UPDATE accounts SET password_hash = $2 WHERE id = $1', [
      id,
      hash[0]?.password_hash,
    ]);
    expect((await setPassword(visitor)).status).toBe(422);
    // Who has a password confirms with it, also for the organization of the provider.
    expect(await authenticateAgain(visitor)).toBe('/login/sso?failed=refused');
    expect(await datasetsOf(visitor, other.id)).toBe(403);
    const confirmed = await visitor.call('POST', '/accounts/reauthenticate', {
      json: { password: PASSWORD },
    });
    expect(confirmed.status).toBe(204);
    expect(await datasetsOf(visitor, other.id)).toBe(200);
    expect((await createKey(visitor, other.id)).status).toBe(201);
  });
});

test('a session that a provider opened sees and ends no programs of another organization', async () => {
  const visitor = await signIn();
  await joinOther(visitor);
  const { server } = fixture;
  await registerProgram(server.database);
  const created = await other.owner.call('POST', '/workspaces', {
    organizationId: other.id,
    json: { name: 'Reading room' },
  });
  const { id: workspaceId } = await readJson<{ id: string }>(created);
  const request = authorizationRequest(workspaceId);
  const asked = () =>
    visitor.call('GET', `/accounts/grants/requested?${new URLSearchParams(request).toString()}`);
  expect((await asked()).status).toBe(403);
  const [grant] = await server.database.query<{ id: string }>(
    `INSERT INTO oauth_grants (organization_id, account_id, workspace_id, client_id, redirect_uri,
       resource, code_hash, code_challenge, redeemed_at, expires_at)
     SELECT $1, $2, $3, id, 'http://localhost', 'r', '', 'c', now(), now() + interval '1 day'
     FROM oauth_clients LIMIT 1 RETURNING id`,
    [other.id, await idOf(visitor), workspaceId],
  );
  const grants = async () =>
    (await readJson<{ grants: unknown[] }>(await visitor.call('GET', '/accounts/grants'))).grants;
  expect(await grants()).toEqual([]);
  const path = `/accounts/grants/${grant?.id}`;
  expect((await visitor.call('DELETE', path)).status).toBe(404);
  await server.database.query(`UPDATE sessions SET methods = '{sso,mail}' WHERE account_id = $1`, [
    await idOf(visitor),
  ]);
  expect((await asked()).status).toBe(200);
  expect(await grants()).toHaveLength(1);
  expect((await visitor.call('DELETE', path)).status).toBe(204);
});

test('a provider ends the idleness of a session for its own organization alone', async () => {
  const visitor = await signIn();
  await joinOther(visitor);
  const { database } = fixture.server;
  const id = await idOf(visitor);
  for (const organizationId of [other.id, fixture.organizationId]) {
    await database.query(
      `INSERT INTO sign_in_policies (organization_id, idle_minutes) VALUES ($1, 30)
       ON CONFLICT (organization_id) DO UPDATE SET idle_minutes = 30`,
      [organizationId],
    );
  }
  await database.query(
    `UPDATE sessions SET methods = '{sso,mail}', seen_at = now() - interval '1 hour'
     WHERE account_id = $1`,
    [id],
  );
  await database.query(
    `UPDATE sso_sessions SET vouched_at = to_timestamp(0) WHERE session_id IN
       (SELECT id FROM sessions WHERE account_id = $1)`,
    [id],
  );
  const both = async () => [
    await datasetsOf(visitor, fixture.organizationId),
    await datasetsOf(visitor, other.id),
  ];
  expect(await both()).toEqual([403, 403]);
  await authenticateAgain(visitor);
  expect(await both()).toEqual([200, 403]);
  // A use of the one, which is noted, is no use of the other.
  expect(await both()).toEqual([200, 403]);
  await database.query('DELETE FROM sign_in_policies');
});

test('the provider of a second organization vouches for none but that', async () => {
  const first = await signIn();
  await joinOther(first);
  const { server, provider } = fixture;
  await fixture.verifyDomain(other.id, 'other.example');
  const saved = await other.owner.call('PUT', `/organizations/${other.id}/identity-provider`, {
    json: {
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      default_role: 'Viewer',
      enabled: true,
      enforced: false,
    },
  });
  expect(saved.status).toBe(200);
  await server.database.query(
    `INSERT INTO account_identities (organization_id, issuer, subject, account_id)
     VALUES ($1, $2, $3, $4)`,
    [other.id, provider.issuer, person.sub, await idOf(first)],
  );
  await server.database.query(
    `INSERT INTO account_emails (account_id, address, address_key, confirmed_at)
     VALUES ($1, $2, $2, now())`,
    [await idOf(first), 'ada@other.example'],
  );
  const second = server.visitor();
  provider.claims = person;
  const url = await fixture.begin(second, 'ada@other.example');
  const callback = `/accounts/login/sso/callback/${other.id}?${provider.signIn(url).toString()}`;
  expect((await second.call('GET', callback)).status).toBe(302);
  expect((await createKey(second, other.id)).status).toBe(201);
  expect((await createKey(second, fixture.organizationId)).status).toBe(403);
  expect((await setPassword(second)).status).toBe(403);
  // Each session authenticates again where it came from.
  expect(await authenticateAgain(first)).toBe('/dashboard');
  expect((await createKey(first, fixture.organizationId)).status).toBe(201);
  expect((await createKey(first, other.id)).status).toBe(403);
});
