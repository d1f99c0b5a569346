import { currentUserSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  PASSWORD,
  createServerFixture,
  readJson,
  tokenOf,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { deleteOrganizationRows } from '../../processing/jobs/purge/delete-dataset-rows.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

const registration = (address: string) => ({
  first_name: 'Grace',
  last_name: 'Hopper',
  email_address: address,
  password: PASSWORD,
});

describe('registering', () => {
  test('creates an account that can sign in once its address is confirmed', async () => {
    const browser = fixture.visitor();
    const registered = await browser.call('POST', '/accounts/register', {
      json: registration('Grace@Example.com'),
    });
    expect(registered.status).toBe(201);
    expect(await registered.json()).toEqual({});
    const credentials = { email_address: 'grace@example.com', password: PASSWORD };

    const early = await browser.call('POST', '/accounts/login', { json: credentials });
    expect(early.status).toBe(403);
    expect(await early.json()).toEqual({
      message: 'Please confirm your email address before signing in',
    });

    const [mail] = await fixture.mails();
    expect(mail?.link).toMatch(/^http:\/\/localhost:3000\/accounts\/email-confirm\/[\w-]{43}$/);
    expect(mail?.text).toContain('24 hours');
    const confirmed = await browser.call('PUT', '/accounts/confirm-email', {
      json: { token: tokenOf(mail) },
    });
    expect(confirmed.status).toBe(204);

    const login = await browser.call('POST', '/accounts/login', { json: credentials });
    expect(login.status).toBe(200);
    const current = await browser.call('GET', '/accounts/current');
    expect(parse(currentUserSchema, await current.json())).toMatchObject({
      first_name: 'Grace',
      email_addresses: [['Grace@Example.com', true]],
      memberships: {},
    });
  });

  test('an address with an account gets the same response, and a mail to its owner', async () => {
    const owner = await fixture.person();
    const unknown = await fixture.visitor().call('POST', '/accounts/register', {
      json: registration('nobody-yet@example.com'),
    });
    await fixture.mails();
    const known = await fixture.visitor().call('POST', '/accounts/register', {
      json: registration(owner.address),
    });
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    const [mail] = await fixture.mails();
    expect(mail).toMatchObject({ to: owner.address, subject: 'You already have an account' });
    const { accountId } = owner;
    const current = await readJson<{ id: string }>(await owner.call('GET', '/accounts/current'));
    expect(current.id).toBe(accountId);
  });

  test('names each invalid field', async () => {
    const refused = await fixture.visitor().call('POST', '/accounts/register', {
      json: { first_name: '', last_name: 'L', email_address: 'x', password: 'short' },
    });
    expect(refused.status).toBe(422);
    const { issues } = await readJson<{ issues: { path: string; message: string }[] }>(refused);
    expect(issues).toContainEqual({ path: 'first_name', message: 'First name is required' });
    expect(issues).toContainEqual({
      path: 'password',
      message: 'Password must be at least 8 characters',
    });
    expect(issues.map(({ path }) => path)).toContain('email_address');
  });
});

describe('deleting an account', () => {
  test('is refused to other accounts', async () => {
    const [one, other] = [await fixture.person(), await fixture.person()];
    expect((await one.call('DELETE', `/accounts/${other.accountId}`)).status).toBe(404);
    expect((await one.call('DELETE', '/accounts/not-an-id')).status).toBe(404);
    expect((await one.call('DELETE', `/accounts/${one.accountId}`)).status).toBe(204);
    expect((await one.call('GET', '/accounts/current')).status).toBe(401);
    expect((await other.call('GET', '/accounts/current')).status).toBe(200);
  });

  test('deletes organizations without other members, and leaves none without an Owner', async () => {
    const owner = await fixture.person();
    const alone = await fixture.organization(owner, 'Alone');
    const shared = await fixture.organization(owner, 'Shared');
    const editor = await fixture.member(shared, 'Editor');

    const refused = await owner.call('DELETE', `/accounts/${owner.accountId}`);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({
      message: 'An organization needs an Owner. Make another member an Owner first, of "Shared".',
    });
    expect((await owner.call('GET', '/accounts/current')).status).toBe(200);

    const role_id = await fixture.roleId(shared, 'Owner');
    const path = `/organizations/${shared}/members/${editor.accountId}`;
    expect((await owner.call('PATCH', path, { json: { role_id } })).status).toBe(204);
    expect((await owner.call('DELETE', `/accounts/${owner.accountId}`)).status).toBe(204);
    const jobs = await fixture.database.query<{ id: string }>(
      "SELECT organization_id AS id FROM jobs WHERE name = 'remove-organization'",
    );
    expect(jobs).toEqual([{ id: alone }]);
    for (const { id } of jobs) await deleteOrganizationRows(fixture.dependencies, id);
    const left = await fixture.database.query<{ id: string }>(
      'SELECT id FROM organizations WHERE id = ANY($1)',
      [[alone, shared]],
    );
    expect(left).toEqual([{ id: shared }]);
  });
});
