import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createApiKey } from '../../../testing/api-key.ts';
import {
  auditOf,
  createDirectory,
  patch,
  type Directory,
} from '../../../testing/scim/directory.ts';
import {
  createServerFixture,
  PASSWORD,
  readJson,
  tokenOf,
  type Member,
  type ServerFixture,
} from '../../../testing/server-fixture.ts';

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

test('a user of another domain is invited once, and is a member after accepting', async () => {
  const id = await directory.user('guest@elsewhere.example', { active: 'True' });
  expect(await directory.roleOf('guest@elsewhere.example')).toBeUndefined();
  const group = await directory.group('Writers', [id]);
  await directory.map(group, 'Editor');
  await directory.call(
    'PATCH',
    `/Users/${id}`,
    patch({ op: 'add', path: 'displayName', value: 'G' }),
  );
  const [mail, ...more] = await server.mails();
  expect([mail?.to, more]).toEqual(['guest@elsewhere.example', []]);
  const json = {
    first_name: 'G',
    last_name: 'H',
    password: PASSWORD,
    invitation_token: tokenOf(mail),
  };
  const accepted = await server.visitor().call('POST', '/accounts/accept-invitation', { json });
  expect(accepted.status).toBe(201);
  expect(await directory.roleOf('guest@elsewhere.example')).toBe('Editor');

  await setActive(id, false);
  expect(await directory.roleOf('guest@elsewhere.example')).toBeUndefined();
  await setActive(id, true);
  expect(await directory.roleOf('guest@elsewhere.example')).toBe('Editor');
  expect(await server.mails()).toEqual([]);
});

test('an invitation ends where the user does, and follows the address', async () => {
  const id = await directory.user('one@elsewhere.example');
  const first = tokenOf((await server.mails()).at(-1));
  await directory.call(
    'PATCH',
    `/Users/${id}`,
    patch({ op: 'replace', path: 'userName', value: 'two@elsewhere.example' }),
  );
  const [second] = await server.mails();
  expect(second?.to).toBe('two@elsewhere.example');
  await setActive(id, false);
  for (const token of [first, tokenOf(second)]) {
    const json = { first_name: 'G', last_name: 'H', password: PASSWORD, invitation_token: token };
    expect(
      (await server.visitor().call('POST', '/accounts/accept-invitation', { json })).status,
    ).toBe(400);
  }
});

test('a member who left is invited again, not added', async () => {
  const person = await server.person('leaver@elsewhere.example');
  const id = await directory.user('leaver@elsewhere.example');
  const invitation_token = tokenOf((await server.mails()).at(-1));
  await person.call('POST', '/organizations/join', { json: { invitation_token } });
  expect(await sees(person)).toBe(200);
  await person.call('POST', `/organizations/${directory.organizationId}/leave`);
  await setActive(id, true);
  expect(await sees(person)).toBe(404);
  expect((await server.mails()).map(({ to }) => to)).toEqual(['leaver@elsewhere.example']);
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

test('a directory never makes, changes or removes an Owner', async () => {
  await server.database.query(
    `UPDATE account_emails SET address = $1, address_key = $1 WHERE account_id = $2`,
    [at('boss'), directory.owner.accountId],
  );
  const id = await directory.user(at('boss'));
  const group = await directory.group('Everyone', [id]);
  await directory.map(group, 'Viewer');
  expect(await directory.roleOf(at('boss'))).toBe('Owner');
  for (const refused of [
    await setActive(id, false),
    await directory.call('DELETE', `/Users/${id}`),
  ]) {
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'A directory cannot remove an Owner. Change the role of this person first.',
    ]);
  }
  expect((await directory.call('GET', `/Users/${id}`)).body.active).toBe(true);
  const owner = await directory.owner.call(
    'PATCH',
    `/organizations/${directory.organizationId}/provisioning/groups/${group}`,
    { json: { role: 'Owner' } },
  );
  expect(owner.status).toBe(422);
});

test('of an Owner who steps down and a directory that removes the other, one Owner is left', async () => {
  const other = await server.member(directory.organizationId, 'Owner');
  await server.database.query(
    'UPDATE account_emails SET address = $1, address_key = $1 WHERE account_id = $2',
    [at('other'), other.accountId],
  );
  const id = await directory.user(at('other'));
  const { organizationId, owner } = directory;
  const role_id = await server.roleId(organizationId, 'Editor');
  await Promise.all([
    setActive(id, false),
    owner.call('PATCH', `/organizations/${organizationId}/members/${other.accountId}`, {
      json: { role_id },
    }),
    other.call('PATCH', `/organizations/${organizationId}/members/${owner.accountId}`, {
      json: { role_id },
    }),
  ]);
  const owners = await server.database.query(
    `SELECT FROM memberships m JOIN roles r ON r.id = m.role_id WHERE m.organization_id = $1 AND r.rank = 0`,
    [organizationId],
  );
  expect(owners.length).toBeGreaterThan(0);
});

test('one account is one user', async () => {
  await directory.user('ada', { emails: [{ value: at('ada') }] });
  const again = await directory.call('POST', '/Users', { userName: at('ADA') });
  expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
  expect((await directory.call('GET', '/Users')).body.totalResults).toBe(1);
});

test('members count within the quota', async () => {
  await server.database.query(
    'INSERT INTO organization_quotas (organization_id, members) VALUES ($1, 2)',
    [directory.organizationId],
  );
  await directory.user(at('one'));
  const refused = await directory.call('POST', '/Users', { userName: at('two') });
  expect([refused.status, refused.body.scimType]).toEqual([403, undefined]);
  expect(await accountOf(at('two'))).toBeUndefined();
  const invited = await directory.call('POST', '/Users', { userName: 'three@elsewhere.example' });
  expect(invited.status).toBe(403);
  await directory.user(at('idle'), { active: false });
});

test('a directory sends no more invitations than people may', async () => {
  const id = await directory.user('often@elsewhere.example');
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await setActive(id, false);
    statuses.push((await setActive(id, true)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  // The last one ended before it was sent.
  expect(await server.mails()).toEqual([]);
});

test('only a key with the scope is a directory', async () => {
  const { owner, organizationId } = directory;
  const small = await createApiKey(owner, organizationId, {
    scopes: ['search', 'documents:read', 'documents:write'],
  });
  const headersOf = (token: string) => ({ Authorization: token });
  const call = (token: string, path = '/Users') =>
    directory.call('GET', path, undefined, headersOf(token));
  for (const path of ['/Users', '/Groups', '/Schemas', '/ServiceProviderConfig', '/nothing']) {
    const refused = await call(`Bearer ${small}`, path);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'This API key lacks the scope scim.',
    ]);
    expect((await call('', path)).status).toBe(401);
    expect((await call('Bearer nothing', path)).status).toBe(401);
  }
  const key = `Bearer ${directory.key}`;
  const datasets = await server.visitor().call('GET', '/datasets', { headers: headersOf(key) });
  expect(datasets.status).toBe(403);
  const created = await owner.call('POST', '/workspaces', { organizationId, json: { name: 'W' } });
  const { id } = await readJson<{ id: string }>(created);
  const mcp = await server.app.request(`/mcp/${id}`, {
    method: 'POST',
    headers: { ...headersOf(key), 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(mcp.status).toBe(403);
});

test('a key that was revoked ends while it writes nothing', async () => {
  const { owner, organizationId } = directory;
  const listed = await owner.call('GET', `/organizations/${organizationId}/api-keys`);
  const { keys } = await readJson<{ keys: { id: string }[] }>(listed);
  await owner.call('DELETE', `/organizations/${organizationId}/api-keys/${keys[0]?.id}`);
  expect((await directory.call('POST', '/Users', { userName: at('late') })).status).toBe(401);
});
