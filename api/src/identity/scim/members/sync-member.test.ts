import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { auditOf, createDirectory, patch, type Directory } from '@carrel/testing/scim/directory.ts';
import {
  createServerFixture,
  PASSWORD,
  readJson,
  tokenOf,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let directory: Directory;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());
beforeEach(async () => {
  directory = await createDirectory(server);
});

const setActive = (id: string, active: unknown) =>
  directory.call('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: active }));
const actions = async () =>
  (await auditOf(server, directory.organizationId)).map(({ action }) => action);
const at = (local: string) => `${local}@${directory.domain}`;
const sees = async (member: Member) =>
  (await member.call('GET', `/organizations/${directory.organizationId}/members`)).status;

async function accountOf(address: string) {
  const [account] = await server.database.query<{ id: string; hash: string | null }>(
    `SELECT a.id, a.password_hash AS hash FROM accounts a
     JOIN account_emails e ON e.account_id = a.id AND e.confirmed_at IS NOT NULL
     WHERE e.address_key = $1`,
    [address],
  );
  return account;
}

/** Opens a session as single sign-on would: the account has no password. */
async function signInWithoutPassword(address: string): Promise<Member> {
  const account = await accountOf(address);
  const member = await server.person();
  await server.database.query('UPDATE sessions SET account_id = $1 WHERE account_id = $2', [
    account?.id,
    member.accountId,
  ]);
  return { ...member, accountId: account?.id ?? '' };
}

test('a user of a verified domain gets an account without a password, and is a member at once', async () => {
  await directory.user(at('Ada'), { name: { givenName: 'Ada', familyName: 'Byron' } });
  expect(await directory.roleOf(at('ada'))).toBe('Viewer');
  expect((await accountOf(at('ada')))?.hash).toBeNull();
  expect(await server.mails()).toEqual([]);
  const members = await directory.owner.call(
    'GET',
    `/organizations/${directory.organizationId}/members`,
  );
  expect(await readJson(members)).toMatchObject({
    members: [{}, { account: { first_name: 'Ada', last_name: 'Byron' }, role: { name: 'Viewer' } }],
  });
  expect((await auditOf(server, directory.organizationId)).at(-1)).toEqual({
    action: 'member.provisioned',
    details: { role: 'Viewer', account: 'created', by: 'scim', apiKey: 'Reader' },
  });
});

test('an account that has confirmed the address becomes a member', async () => {
  const person = await server.person(at('grace'));
  expect(await sees(person)).toBe(404);
  await directory.user('grace', { emails: [{ value: at('GRACE'), type: 'work' }] });
  expect(await sees(person)).toBe(200);
});

test('an unconfirmed claim of the address ends', async () => {
  const visitor = server.visitor();
  await visitor.call('POST', '/accounts/register', {
    json: { first_name: 'Eve', last_name: 'X', email_address: at('victim'), password: PASSWORD },
  });
  const link = tokenOf((await server.mails()).at(-1));
  await directory.user(at('victim'));
  expect(
    (await visitor.call('PUT', '/accounts/confirm-email', { json: { token: link } })).status,
  ).toBe(400);
  const login = { email_address: at('victim'), password: PASSWORD };
  expect((await visitor.call('POST', '/accounts/login', { json: login })).status).toBe(400);
});

test('a domain that is verified for nobody, or for another organization, makes no account', async () => {
  const other = await createDirectory(server);
  await server.database.query(
    `INSERT INTO organization_domains (organization_id, domain, token) VALUES ($1, 'claimed.example', 't')`,
    [directory.organizationId],
  );
  for (const domain of [
    other.domain,
    'claimed.example',
    `sub.${directory.domain}`,
    `${directory.domain}.evil`,
  ]) {
    await directory.user(`ada@${domain}`);
    expect(await accountOf(`ada@${domain}`)).toBeUndefined();
  }
  expect(await server.mails()).toHaveLength(4);
});

test('inactive users and deleted ones are no members', async () => {
  const inactive = await directory.user(at('a'), { active: false });
  expect(await directory.roleOf(at('a'))).toBeUndefined();
  await setActive(inactive, 'True');
  expect(await directory.roleOf(at('a'))).toBe('Viewer');
  await directory.call('DELETE', `/Users/${inactive}`);
  expect(await directory.roleOf(at('a'))).toBeUndefined();
  expect((await actions()).slice(-2)).toEqual(['member.provisioned', 'member.deprovisioned']);
  await directory.user(at('a'));
  expect(await directory.roleOf(at('a'))).toBe('Viewer');
});

test('sessions of an account that was made for the directory end with its last membership', async () => {
  const id = await directory.user(at('ada'));
  const ada = await signInWithoutPassword(at('ada'));
  expect(await sees(ada)).toBe(200);
  const elsewhere = await createDirectory(server);
  await server.database.query(
    'INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)',
    [
      elsewhere.organizationId,
      ada.accountId,
      await server.roleId(elsewhere.organizationId, 'Viewer'),
    ],
  );
  await setActive(id, false);
  expect(await sees(ada)).toBe(404);
  await setActive(id, true);
  await server.database.query('DELETE FROM memberships WHERE organization_id = $1', [
    elsewhere.organizationId,
  ]);
  await setActive(id, false);
  expect(await sees(ada)).toBe(401);
});

test('an account of its own keeps its sessions, and sees nothing of the organization', async () => {
  const person = await server.person(at('grace'));
  const id = await directory.user(at('grace'));
  expect(await sees(person)).toBe(200);
  await setActive(id, false);
  expect(await sees(person)).toBe(404);
  expect((await person.call('GET', '/accounts/current')).status).toBe(200);
});

test('a deactivation during a sign-in leaves a session that sees nothing', async () => {
  await server.person(at('racer'));
  const id = await directory.user(at('racer'));
  const visitor = server.visitor();
  const json = { email_address: at('racer'), password: PASSWORD };
  const [login, off] = await Promise.all([
    visitor.call('POST', '/accounts/login', { json }),
    setActive(id, false),
  ]);
  expect([login.status, off.status]).toEqual([200, 200]);
  const path = `/organizations/${directory.organizationId}/members`;
  expect((await visitor.call('GET', path)).status).toBe(404);
});

test('a changed userName or email never changes a confirmed address or whose account it is', async () => {
  const victim = await server.person(at('victim'));
  const id = await directory.user(at('ada'));
  const account = await accountOf(at('ada'));
  await directory.call('PUT', `/Users/${id}`, {
    userName: at('victim'),
    emails: [{ value: at('victim') }],
  });
  expect(await accountOf(at('ada'))).toEqual(account);
  expect((await accountOf(at('victim')))?.id).toBe(victim.accountId);
  expect(await directory.roleOf(at('ada'))).toBe('Viewer');
  expect(await sees(victim)).toBe(404);
});

test('a user of a domain that the organization lost is not made a member again, but invited', async () => {
  const person = await server.person(at('moved'));
  const id = await directory.user(at('moved'));
  expect(await sees(person)).toBe(200);
  await setActive(id, false);
  await server.database.query('DELETE FROM organization_domains WHERE organization_id = $1', [
    directory.organizationId,
  ]);
  await server.mails();
  expect((await setActive(id, true)).status).toBe(200);
  expect(await sees(person)).toBe(404);
  expect((await server.mails()).map(({ to }) => to)).toEqual([at('moved')]);
});

test('who was invited, and not known by a domain, is a member again without another invitation', async () => {
  const guest = await server.person();
  const id = await directory.user(guest.address);
  const invitation_token = tokenOf((await server.mails()).at(-1));
  await guest.call('POST', '/organizations/join', { json: { invitation_token } });
  await setActive(id, false);
  expect(await sees(guest)).toBe(404);
  await setActive(id, true);
  expect(await sees(guest)).toBe(200);
});
