import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createServerFixture,
  tokenOf,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { purgeExpired } from '@carrel/testing/purge-expired.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

test('expired rows are purged, and nothing that is in use', async () => {
  const { database } = fixture;
  const person = await fixture.person();
  await fixture.visitor().call('POST', '/accounts/register', {
    json: {
      first_name: 'Never',
      last_name: 'Confirmed',
      email_address: 'never@example.com',
      password: 'correct horse battery',
    },
  });
  const [mail] = await fixture.mails();
  await database.query(`UPDATE accounts SET created_at = now() - interval '8 days'`);
  await database.query(`UPDATE outbox SET sent_at = now() - interval '31 days'`);
  await purgeExpired(database);

  expect((await person.call('GET', '/accounts/current')).status).toBe(200);
  const confirm = await fixture.visitor().call('PUT', '/accounts/confirm-email', {
    json: { token: tokenOf(mail) },
  });
  expect(confirm.status).toBe(400);
  const [left] = await database.query(
    `SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM outbox) AS mails`,
  );
  expect(left).toEqual({ accounts: 1, mails: 0 });
});
