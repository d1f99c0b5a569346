import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createApiKey } from '@carrel/testing/api-key.ts';
import { createDirectory, patch, type Directory } from '@carrel/testing/scim/directory.ts';
import {
  createServerFixture,
  readJson,
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
const at = (local: string) => `${local}@${directory.domain}`;

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
  expect((await directory.call('GET', '/Users')).body.totalResults).toBe(1);
  const invited = await directory.call('POST', '/Users', { userName: 'three@elsewhere.example' });
  expect(invited.status).toBe(403);
  await directory.user(at('idle'), { active: false });
});

const headersOf = (token: string) => ({ Authorization: token });

test('only a key with the scope is a directory', async () => {
  const { owner, organizationId } = directory;
  const small = await createApiKey(owner, organizationId, {
    scopes: ['search', 'documents:read', 'documents:write'],
  });
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
