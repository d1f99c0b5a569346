import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createDirectory, type Directory } from '@carrel/testing/scim/directory.ts';
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

const path = () => `/organizations/${directory.organizationId}/provisioning`;
const at = (local: string) => `${local}@${directory.domain}`;
const setDefault = (role: string) =>
  directory.owner.call('PATCH', path(), { json: { default_role: role } });

test('Owners and Admins see what the directory has sent', async () => {
  const member = await directory.user(at('member'));
  const invited = await directory.user('guest@elsewhere.example');
  await directory.user(at('idle'), { active: false });
  await directory.user('no-address');
  const writers = await directory.group('writers', [member, invited]);
  await directory.group('Admins');
  await directory.map(writers, 'Editor');
  const admin = await server.member(directory.organizationId, 'Admin');
  expect(await readJson(await admin.call('GET', path()))).toEqual({
    base_url: `${server.dependencies.settings.publicUrl}/scim/v2`,
    default_role: 'Viewer',
    users: { total: 4, members: 1, invited: 1 },
    groups: [
      { id: expect.any(String) as unknown, name: 'Admins', role: null, users: 0 },
      { id: writers, name: 'writers', role: 'Editor', users: 2 },
    ],
  });
});

test('the default role is for members whose groups have no role', async () => {
  const [plain, mapped] = [await directory.user(at('plain')), await directory.user(at('mapped'))];
  await directory.group('Unmapped', [plain]);
  await directory.map(await directory.group('Mapped', [mapped]), 'Viewer');
  const outside = await server.member(directory.organizationId, 'Viewer');
  expect((await setDefault('Editor')).status).toBe(204);
  expect(await directory.roleOf(at('plain'))).toBe('Editor');
  expect(await directory.roleOf(at('mapped'))).toBe('Viewer');
  expect(await directory.roleOf(outside.address)).toBe('Viewer');
  await directory.user(at('later'));
  expect(await directory.roleOf(at('later'))).toBe('Editor');
  expect((await setDefault('Owner')).status).toBe(422);
});

test('making many Admins needs an Owner who has authenticated a short time ago', async () => {
  const group = await directory.group('Group');
  await server.database.query(
    `UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE account_id = $1`,
    [directory.owner.accountId],
  );
  expect((await directory.map(group, 'Admin')).status).toBe(403);
  expect((await setDefault('Admin')).status).toBe(403);
  expect((await directory.map(group, 'Editor')).status).toBe(204);
});

test('a role that was lost ends the invitations that it could send', async () => {
  const admin = await server.person(at('admin'));
  const group = await directory.group('Admins', [await directory.user(at('admin'))]);
  await directory.map(group, 'Admin');
  const invite = await admin.call('POST', `/organizations/${directory.organizationId}/members`, {
    json: {
      email_address: 'friend@elsewhere.example',
      role_id: await server.roleId(directory.organizationId, 'Viewer'),
    },
  });
  expect(invite.status).toBe(201);
  await directory.map(group, null);
  const open = await server.database.query('SELECT FROM invitations WHERE organization_id = $1', [
    directory.organizationId,
  ]);
  expect(open).toEqual([]);
});
