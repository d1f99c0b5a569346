import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createDirectory, patch, type Directory } from '@carrel/testing/scim/directory.ts';
import {
  createServerFixture,
  PASSWORD,
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
const sees = async (member: Member) =>
  (await member.call('GET', `/organizations/${directory.organizationId}/members`)).status;

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
