import { afterAll, beforeAll, expect, test } from 'vitest';

import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

test('a new account has a password and no other factor', async () => {
  const person = await fixture.person();
  const response = await person.call('GET', '/accounts/factors');
  expect(await response.json()).toEqual({
    password: true,
    totp: false,
    passkeys: 0,
    recovery_codes: 0,
  });
});

test('an account without a password is not signed in to by one, and says nothing about it', async () => {
  const person = await fixture.person();
  await fixture.database.query('UPDATE accounts SET password_hash = NULL WHERE id = $1', [
    person.accountId,
  ]);
  const response = await fixture.visitor().call('POST', '/accounts/login', {
    json: { email_address: person.address, password: 'any password' },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: 'Incorrect email or password' });
  const again = await person.call('POST', '/accounts/reauthenticate', { json: { password: 'x' } });
  expect(again.status).toBe(400);
});

test('a session says how it was opened', async () => {
  const person = await fixture.person();
  const response = await person.call('GET', '/accounts/sessions');
  expect(await response.json()).toMatchObject({ sessions: [{ methods: ['password'] }] });
});
