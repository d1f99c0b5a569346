import { afterAll, beforeAll, expect, test } from 'vitest';

import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { signOutAccounts } from './sign-out-accounts.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

test('an operator ends the sessions of one account, or of all', async () => {
  const [ada, bob] = [await fixture.person(), await fixture.person()];
  const status = async (person: typeof ada) =>
    (await person.call('GET', '/accounts/current')).status;

  expect(await signOutAccounts(fixture.database, { address: ada.address.toUpperCase() })).toBe(1);
  expect([await status(ada), await status(bob)]).toEqual([401, 200]);
  expect(await signOutAccounts(fixture.database, 'everyone')).toBe(1);
  expect(await status(bob)).toBe(401);
  const records = await fixture.database.query(
    `SELECT account_id FROM audit_records WHERE action = 'session.ended_by_operator' ORDER BY id`,
  );
  expect(records).toEqual([{ account_id: ada.accountId }, { account_id: bob.accountId }]);
});

test('an address that no account has confirmed is named', async () => {
  await expect(
    signOutAccounts(fixture.database, { address: 'nobody@example.com' }),
  ).rejects.toThrow('No account has confirmed the address nobody@example.com.');
});
