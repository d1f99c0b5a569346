import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createDirectory, type Directory } from '@carrel/testing/scim/directory.ts';
import {
  createServerFixture,
  PASSWORD,
  readJson,
  tokenOf,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';

const OWN_PASSWORD = 'the owner of the mailbox';

let server: ServerFixture;
let directory: Directory;
let address: string;
let attacker: Visitor;
let victim: Visitor;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

/** An attacker registers an address, whose owner opens the link. */
beforeEach(async () => {
  directory = await createDirectory(server);
  address = `victim@${directory.domain}`;
  attacker = server.visitor();
  victim = server.visitor();
  await attacker.call('POST', '/accounts/register', {
    json: { first_name: 'Eve', last_name: 'X', email_address: address, password: PASSWORD },
  });
  await confirm();
  await signIn(attacker, PASSWORD);
});

async function mailed(to = address): Promise<string> {
  return tokenOf((await server.mails()).findLast((mail) => mail.to === to));
}

const confirm = async () =>
  victim.call('PUT', '/accounts/confirm-email', { json: { token: await mailed() } });

const signIn = async (visitor: Visitor, password: string) =>
  (await visitor.call('POST', '/accounts/login', { json: { email_address: address, password } }))
    .status;

const sees = async (visitor: Visitor) =>
  (await visitor.call('GET', `/organizations/${directory.organizationId}/members`)).status;

const join = (invitation_token: string) =>
  victim.call('POST', '/organizations/join', { json: { invitation_token } });

async function resetPassword(): Promise<void> {
  await victim.call('POST', '/accounts/reset-password', { json: { email_address: address } });
  const json = { token: await mailed(), new_password: OWN_PASSWORD };
  expect((await victim.call('PUT', '/accounts/reset-password', { json })).status).toBe(204);
}

test('an account that somebody else registered is invited by a directory, and is no member', async () => {
  expect((await attacker.call('GET', '/accounts/current')).status).toBe(200);
  await directory.user(address);
  expect(await directory.roleOf(address)).toBeUndefined();
  expect(await sees(attacker)).toBe(404);
  expect((await server.mails()).map(({ to, subject }) => [to, subject])).toEqual([
    [address, expect.stringMatching(/^Invitation to join /) as string],
  ]);
});

test('its owner resets the password, accepts the invitation, and shares the account with nobody', async () => {
  await directory.user(address);
  const invitation = await mailed();
  await resetPassword();
  expect(await signIn(victim, OWN_PASSWORD)).toBe(200);
  expect((await join(invitation)).status).toBe(204);
  expect(await sees(victim)).toBe(200);
  expect(await sees(attacker)).toBe(401);
  expect(await signIn(server.visitor(), PASSWORD)).toBe(400);
});

test('with another address of the registrant the invitation is not accepted, and stays', async () => {
  await attacker.call('POST', '/accounts/emails', { json: { email_address: 'eve@evil.example' } });
  const json = { token: await mailed('eve@evil.example') };
  expect((await attacker.call('PUT', '/accounts/confirm-email', { json })).status).toBe(204);
  await directory.user(address);
  const invitation = await mailed();
  await resetPassword();
  await signIn(victim, OWN_PASSWORD);
  const refused = await join(invitation);
  expect(refused.status).toBe(403);
  expect((await readJson<{ message: string }>(refused)).message).toContain(
    `reset its password by a link to ${address}`,
  );
  const { emails } = await readJson<{ emails: { id: string; address: string }[] }>(
    await victim.call('GET', '/accounts/emails'),
  );
  const id = emails.find((email) => email.address === 'eve@evil.example')?.id ?? '';
  await victim.call('DELETE', `/accounts/emails/${id}`);
  await resetPassword();
  await signIn(victim, OWN_PASSWORD);
  expect((await join(invitation)).status).toBe(204);
});

test('an address that was added to the account of somebody else makes that no member either', async () => {
  const other = `other@${directory.domain}`;
  await attacker.call('POST', '/accounts/emails', { json: { email_address: other } });
  const json = { token: await mailed(other) };
  expect((await victim.call('PUT', '/accounts/confirm-email', { json })).status).toBe(204);
  await directory.user(other);
  expect(await sees(attacker)).toBe(404);
});

test('an address that is added and confirmed in one browser makes its account a member', async () => {
  const person = await server.person();
  const work = `work@${directory.domain}`;
  await person.call('POST', '/accounts/emails', { json: { email_address: work } });
  const json = { token: await mailed(work) };
  await person.call('PUT', '/accounts/confirm-email', { json });
  await directory.user(work);
  expect(await sees(person)).toBe(200);
});

test('an invitation of a person to an address of no verified domain asks for no proof', async () => {
  const owner = await server.person();
  const organizationId = await server.organization(owner);
  await owner.call('POST', `/organizations/${organizationId}/members`, {
    json: { email_address: address, role_id: await server.roleId(organizationId, 'Viewer') },
  });
  const invitation_token = await mailed();
  expect(
    (await attacker.call('POST', '/organizations/join', { json: { invitation_token } })).status,
  ).toBe(204);
});
