import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { PASSWORD, readJson } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;

beforeAll(async () => {
  fixture = await createSsoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.save());
afterEach(() => fixture.provider.reset());

const messageOf = async (response: Response) =>
  (await readJson<{ message: string }>(response)).message;

test('passwords are refused alike, right or wrong, known or not; Owners get in', async () => {
  const member = await fixture.server.person(`member@${DOMAIN}`);
  await fixture.server.database.query(
    `INSERT INTO account_emails (account_id, address, address_key, confirmed_at)
     VALUES ($1, 'boss2@${DOMAIN}', 'boss2@${DOMAIN}', now())`,
    [fixture.owner.accountId],
  );
  await fixture.save({ enforced: true });
  const attempt = async (address: string, password: string) => {
    const response = await fixture.logIn(fixture.server.visitor(), address, password);
    return [response.status, response.status === 200 ? '' : await messageOf(response)];
  };
  const refused = [403, 'Your organization signs in with single sign-on.'];
  expect(await attempt(member.address, PASSWORD)).toEqual(refused);
  expect(await attempt(member.address, 'wrong')).toEqual(refused);
  expect(await attempt(`nobody@${DOMAIN}`, 'wrong')).toEqual(refused);
  expect(await attempt(`boss2@${DOMAIN}`, 'wrong')).toEqual(refused);
  expect(await attempt(`boss2@${DOMAIN}`, PASSWORD)).toEqual([200, '']);
  expect(await attempt(fixture.owner.address, PASSWORD)).toEqual([200, '']);
});

test('right passwords count against the limits as wrong ones do', async () => {
  const member = await fixture.server.person(`counted@${DOMAIN}`);
  await fixture.save({ enforced: true });
  const attempts = [];
  for (let count = 1; count <= 11; count += 1) {
    attempts.push((await fixture.logIn(fixture.server.visitor(), member.address)).status);
  }
  expect(attempts).toEqual([...Array<number>(10).fill(403), 429]);
});

test('an account with a password can be linked by who signed in at the provider', async () => {
  const address = `joins@${DOMAIN}`;
  await fixture.server.person(address);
  await fixture.save({ enforced: true });
  fixture.provider.claims = { sub: 'joins', email: address };
  const { visitor } = await fixture.signIn(undefined, address);
  expect((await fixture.logIn(fixture.server.visitor(), address)).status).toBe(403);
  expect((await fixture.logIn(visitor, address)).status).toBe(200);
  expect((await visitor.call('POST', '/accounts/login/sso/link')).status).toBe(204);
  expect((await fixture.logIn(visitor, address)).status).toBe(403);
});

test('an Owner needs a way in of their own', async () => {
  const { database } = fixture.server;
  const [{ hash } = { hash: '' }] = await database.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM accounts WHERE id = $1',
    [fixture.owner.accountId],
  );
  const others = await database.query(
    `DELETE FROM memberships m USING roles r WHERE r.id = m.role_id AND r.rank = 0
       AND m.organization_id = $1 AND m.account_id <> $2 RETURNING m.account_id`,
    [fixture.organizationId, fixture.owner.accountId],
  );
  expect(others.length).toBeLessThan(2);
  const set = (value: string | null) =>
    database.query('UPDATE accounts SET password_hash = $2 WHERE id = $1', [
      fixture.owner.accountId,
      value,
    ]);
  await set(null);
  const refused = await fixture.save({ enforced: true });
  expect(refused.status).toBe(409);
  expect(await messageOf(refused)).toContain('An Owner needs a password or a passkey');
  await set(hash);
});
