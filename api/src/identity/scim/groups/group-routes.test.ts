import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { auditOf, createDirectory, patch, type Directory } from '@carrel/testing/scim/directory.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let directory: Directory;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());
beforeEach(async () => {
  directory = await createDirectory(server);
});

const at = (local: string) => `${local}@${directory.domain}`;
const membersOf = async (group: string) =>
  (await directory.call('GET', `/Groups/${group}`)).body.members.map(({ display }) => display);
const change = (group: string, ...operations: object[]) =>
  directory.call('PATCH', `/Groups/${group}`, patch(...operations));

test('a group is created, read, renamed and deleted', async () => {
  const user = await directory.user('ada');
  const created = await directory.call('POST', '/Groups', {
    displayName: 'Engineers',
    externalId: 'e1',
    members: [{ value: user, $ref: 'https://elsewhere.example', display: 'x' }],
  });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Engineers',
    members: [{ value: user, display: 'ada', type: 'User' }],
  });
  const path = `/Groups/${created.body.id}`;
  const renamed = await directory.call('PUT', path, { displayName: 'Builders' });
  expect(renamed.body).toMatchObject({ displayName: 'Builders', members: [{ value: user }] });
  expect(
    (await directory.call('PUT', path, { displayName: 'Builders', members: [] })).body.members,
  ).toEqual([]);
  const patched = await change(created.body.id, {
    op: 'Replace',
    value: { id: created.body.id, displayName: 'Makers' },
  });
  expect([patched.status, patched.headers.get('ETag')]).toEqual([204, 'W/"4"']);
  expect((await directory.call('DELETE', path)).status).toBe(204);
  expect((await directory.call('GET', path)).status).toBe(404);
  const { action } = (await auditOf(server, directory.organizationId)).at(-1) ?? {};
  expect(action).toBe('provisioning.group_deleted');
});

test('groups are found by name and member, with and without their members', async () => {
  const [ada, grace] = [await directory.user('ada'), await directory.user('grace')];
  const first = await directory.group('First', [ada]);
  await directory.group('Second', [grace]);
  const found = async (filter: string, more = '') =>
    (await directory.call('GET', `/Groups?filter=${encodeURIComponent(filter)}${more}`)).body
      .Resources;
  expect(await found('displayName eq "FIRST"')).toMatchObject([
    { id: first, members: [{ value: ada }] },
  ]);
  expect(await found(`members.value eq "${grace}"`)).toMatchObject([{ displayName: 'Second' }]);
  expect(await found(`id eq "${first}" and members eq "${grace}"`)).toEqual([]);
  const [short] = await found('displayName eq "first"', '&excludedAttributes=members');
  expect(short).not.toHaveProperty('members');
  const again = await directory.call('POST', '/Groups', { displayName: 'first' });
  expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
});

test('members are added, removed and replaced in the ways that directories send', async () => {
  const [a, b, c] = [
    await directory.user('a'),
    await directory.user('b'),
    await directory.user('c'),
  ];
  const group = await directory.group('Group');
  await change(group, { op: 'Add', path: 'members', value: [{ value: a }, { value: b }] });
  expect(await membersOf(group)).toEqual(['a', 'b']);
  await change(group, { op: 'Remove', path: `members[value eq "${a}"]` });
  expect(await membersOf(group)).toEqual(['b']);
  await change(group, { op: 'remove', path: 'members', value: [{ value: b }] });
  expect(await membersOf(group)).toEqual([]);
  await change(group, { op: 'add', value: { members: [{ value: a }, { value: c }] } });
  await change(
    group,
    { op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` },
    { op: 'add', path: 'members', value: { value: b } },
  );
  expect(await membersOf(group)).toEqual(['b', 'c']);
  await change(group, { op: 'replace', path: 'members', value: [{ value: a }] });
  expect(await membersOf(group)).toEqual(['a']);
  await change(group, { op: 'remove', path: 'members' });
  expect(await membersOf(group)).toEqual([]);
});

test('members of other organizations are as unknown as any', async () => {
  const other = await createDirectory(server);
  const foreign = await other.user('ada');
  const foreignGroup = await other.group('Other');
  const group = await directory.group('Group');
  for (const value of [foreign, randomUUID(), group, 'x', null, 5]) {
    for (const refused of [
      await change(group, { op: 'add', path: 'members', value: [{ value }] }),
      await directory.call('POST', '/Groups', { displayName: 'New', members: [{ value }] }),
    ]) {
      expect([refused.status, refused.body.scimType, refused.body.detail]).toEqual([
        400,
        'invalidValue',
        'A member is no user of this organization.',
      ]);
    }
  }
  expect((await change(foreignGroup, { op: 'remove', path: 'members' })).status).toBe(404);
  expect((await directory.call('DELETE', `/Groups/${foreignGroup}`)).status).toBe(404);
  expect((await directory.call('GET', '/Groups')).body.totalResults).toBe(1);
});

test('the role of a member is the highest of its mapped groups', async () => {
  const user = await directory.user(at('ada'));
  const [writers, admins, plain] = [
    await directory.group('Writers', [user]),
    await directory.group('Admins'),
    await directory.group('Plain', [user]),
  ];
  const role = () => directory.roleOf(at('ada'));
  expect(await role()).toBe('Viewer');
  await directory.map(writers, 'Editor');
  expect(await role()).toBe('Editor');
  await directory.map(admins, 'Admin');
  await change(admins, { op: 'add', path: 'members', value: [{ value: user }] });
  expect(await role()).toBe('Admin');
  await directory.map(plain, 'Viewer');
  expect(await role()).toBe('Admin');
  await change(admins, { op: 'remove', path: 'members' });
  expect(await role()).toBe('Editor');
  await directory.call('DELETE', `/Groups/${writers}`);
  expect(await role()).toBe('Viewer');
  const changes = (await auditOf(server, directory.organizationId)).filter(
    ({ action }) => action === 'member.role_changed',
  );
  expect(changes.map(({ details }) => [details['from'], details['to'], details['by']])).toEqual([
    ['Viewer', 'Editor', undefined],
    ['Editor', 'Admin', 'scim'],
    ['Admin', 'Editor', 'scim'],
    ['Editor', 'Viewer', 'scim'],
  ]);
});

test('a member who was there before keeps the role until a group says otherwise', async () => {
  const editor = await server.member(directory.organizationId, 'Editor');
  const user = await directory.user(editor.address);
  expect(await directory.roleOf(editor.address)).toBe('Editor');
  const group = await directory.group('Readers', [user]);
  expect(await directory.roleOf(editor.address)).toBe('Editor');
  await directory.map(group, 'Viewer');
  expect(await directory.roleOf(editor.address)).toBe('Viewer');
});

test('concurrent changes of groups leave the highest role', async () => {
  const user = await directory.user(at('ada'));
  const groups = await Promise.all(['A', 'B', 'C'].map((name) => directory.group(name)));
  for (const [index, role] of (['Viewer', 'Editor', 'Admin'] as const).entries()) {
    await directory.map(groups[index] ?? '', role);
  }
  const add = (group: string) =>
    change(group, { op: 'add', path: 'members', value: [{ value: user }] });
  const responses = await Promise.all([...groups, ...groups].map(add));
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204]);
  expect(await directory.roleOf(at('ada'))).toBe('Admin');
});

test.each([
  ['an unknown operation', { Operations: [{ op: 'move' }] }, 400, 'invalidSyntax'],
  ['no operations', { Operations: [] }, 400, 'invalidSyntax'],
  ['operations that are no list', { Operations: {} }, 400, 'invalidSyntax'],
  [
    'no name',
    { Operations: [{ op: 'replace', path: 'displayName', value: '' }] },
    400,
    'invalidValue',
  ],
  [
    'a filter in an addition',
    { Operations: [{ op: 'add', path: 'members[value eq "x"]', value: 'x' }] },
    400,
    'mutability',
  ],
  [
    'a filter by name',
    { Operations: [{ op: 'remove', path: 'members[display eq "x"]' }] },
    400,
    'invalidPath',
  ],
  ['a field twice', '{"Operations":[],"operations":[]}', 400, 'invalidSyntax'],
  ['an array', '[]', 400, 'invalidSyntax'],
  ['a text', '"x"', 400, 'invalidValue'],
  ['nothing', '', 400, 'invalidSyntax'],
  ['half a body', '{"Operations":', 400, 'invalidSyntax'],
  ['deep nesting', `{"Operations":${'['.repeat(1000)}`, 400, 'invalidSyntax'],
  [
    'too many operations',
    { Operations: Array.from({ length: 1001 }, () => ({ op: 'remove', path: 'members' })) },
    413,
    'tooMany',
  ],
  [
    'an oversize body',
    { Operations: [{ op: 'add', path: 'members', value: 'x'.repeat(1024 * 1024) }] },
    413,
    undefined,
  ],
])('a patch with %s is refused', async (_, body, status, scimType) => {
  const group = await directory.group('Group');
  const refused = await directory.call('PATCH', `/Groups/${group}`, body);
  expect([refused.status, refused.body.scimType]).toEqual([status, scimType]);
  expect(refused.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
  expect(refused.body.status).toBe(String(status));
});

test('a thousand operations are one change', async () => {
  const user = await directory.user('ada');
  const group = await directory.group('Group');
  const operations = Array.from({ length: 1000 }, (_, index) => ({
    op: index % 2 === 0 ? 'add' : 'remove',
    path: 'members',
    value: [{ value: user }],
  }));
  expect((await change(group, ...operations)).status).toBe(204);
  expect(await membersOf(group)).toEqual([]);
});

test('a large group gets its role in one statement, and large pages are cut', async () => {
  const { organizationId } = directory;
  const viewer = await server.roleId(organizationId, 'Viewer');
  await server.database.query(
    `WITH made AS (
       INSERT INTO accounts (first_name, last_name, provisioned_by)
       SELECT 'Person', n::text, $1 FROM generate_series(1, 10000) n RETURNING id
     ), joined AS (
       INSERT INTO memberships (organization_id, account_id, role_id) SELECT $1, id, $2 FROM made
     )
     INSERT INTO scim_users (organization_id, user_name, user_name_key, active, account_id)
     SELECT $1, id::text, id::text, true, id FROM made`,
    [organizationId, viewer],
  );
  const users = await server.database.query<{ id: string }>(
    'SELECT id FROM scim_users WHERE organization_id = $1',
    [organizationId],
  );
  const group = await directory.group(
    'Everyone',
    users.map(({ id }) => id),
  );
  await directory.map(group, 'Editor');
  const editors = async () =>
    (
      await server.database.query(
        `SELECT FROM memberships m JOIN roles r ON r.id = m.role_id
         WHERE m.organization_id = $1 AND r.name = 'Editor'`,
        [organizationId],
      )
    ).length;
  expect(await editors()).toBe(10_000);
  const one = await directory.user('one');
  const tooMany = await change(group, { op: 'add', path: 'members', value: [{ value: one }] });
  expect([tooMany.status, tooMany.body.scimType]).toEqual([400, 'invalidValue']);
  for (const name of ['Second', 'Third'])
    await directory.group(
      name,
      users.map(({ id }) => id),
    );
  const page = await directory.call('GET', '/Groups?count=200');
  expect([page.body.totalResults, page.body.itemsPerPage]).toEqual([3, 2]);
  const names = await directory.call('GET', '/Groups?excludedAttributes=members');
  expect(names.body.itemsPerPage).toBe(3);
  await change(group, { op: 'remove', path: 'members' });
  expect(await editors()).toBe(0);
});
