import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  PASSWORD,
  createServerFixture,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

const NEW = 'a brand new password';

let fixture: ServerFixture;
let person: Member;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  person = await fixture.person();
});

const change = (json: Record<string, string>, caller = person) =>
  caller.call('PUT', '/accounts/password', { json });

const signIn = async (password: string) => {
  const visitor = fixture.visitor();
  const { status } = await visitor.call('POST', '/accounts/login', {
    json: { email_address: person.address, password },
  });
  return { visitor, status };
};

/** Sets back the time at which the caller authenticated last. */
const age = () =>
  fixture.database.query(
    'UPDATE sessions SET authenticated_at = to_timestamp(0) WHERE account_id = $1',
    [person.accountId],
  );

describe('changing the password', () => {
  test('needs the current one, ends all other sessions, and sends a mail', async () => {
    const other = await signIn(PASSWORD);
    await fixture.mails();
    await age();
    expect((await change({ current_password: PASSWORD, new_password: NEW })).status).toBe(204);
    expect((await person.call('GET', '/accounts/current')).status).toBe(200);
    expect((await other.visitor.call('GET', '/accounts/current')).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(400);
    expect((await signIn(NEW)).status).toBe(200);
    const [mail] = await fixture.mails();
    expect(mail?.subject).toBe('Your password was changed');
  });

  test.each([[{ current_password: 'wrong' }], [{}]])('is refused with %o', async (current) => {
    const refused = await change({ ...current, new_password: NEW });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      issues: [{ path: 'current_password', message: 'Incorrect password' }],
    });
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('to a common one, or to the own address, is refused', async () => {
    for (const password of ['password123', person.address]) {
      const refused = await change({ current_password: PASSWORD, new_password: password });
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ issues: [{ path: 'new_password' }] });
    }
  });

  test('needs the second factor too where the account has one', async () => {
    await fixture.database.query(
      `INSERT INTO authenticator_apps (account_id, secret, confirmed_at) VALUES ($1, $2, now())`,
      [person.accountId, Buffer.from('x')],
    );
    await age();
    const refused = await change({ current_password: PASSWORD, new_password: NEW });
    expect(refused.status).toBe(403);
    expect((await change({ current_password: 'wrong', new_password: NEW })).status).toBe(422);
  });

  test('sets one where the account has none, after authenticating again', async () => {
    await fixture.database.query('UPDATE accounts SET password_hash = NULL WHERE id = $1', [
      person.accountId,
    ]);
    expect((await change({ new_password: NEW })).status).toBe(204);
    expect((await signIn(NEW)).status).toBe(200);
    await fixture.database.query('UPDATE accounts SET password_hash = NULL WHERE id = $1', [
      person.accountId,
    ]);
    await age();
    expect((await change({ new_password: NEW })).status).toBe(403);
  });

  test('is limited as guesses at sign-in are', async () => {
    const guesses = Array.from({ length: 12 }, () =>
      change({ current_password: 'x', new_password: NEW }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});
