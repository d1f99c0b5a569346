import { sessionListSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  PASSWORD,
  createServerFixture,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

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

const olderBy = (days: number) =>
  fixture.database.query(
    `UPDATE sessions SET created_at = created_at - $2 * interval '1 day',
       expires_at = least(expires_at, created_at + (90 - $2) * interval '1 day')
     WHERE account_id = $1`,
    [person.accountId, days],
  );

async function days(): Promise<number> {
  const list = await person.call('GET', '/accounts/sessions');
  const [session] = parse(sessionListSchema, await list.json()).sessions;
  const { created_at, expires_at } = session ?? { created_at: '', expires_at: '' };
  return (Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000;
}

async function sessionCount(): Promise<number> {
  const sessions = await fixture.database.query('SELECT id FROM sessions WHERE account_id = $1', [
    person.accountId,
  ]);
  return sessions.length;
}

describe('the life of a session', () => {
  test('S1: is 30 days without activity, and 90 however often it is refreshed', async () => {
    expect(await days()).toBeCloseTo(30, 3);
    await olderBy(20);
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect(await days()).toBeCloseTo(50, 3);
    await olderBy(69);
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect(await days()).toBeCloseTo(90, 3);
    await olderBy(1.5);
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(401);
    expect((await person.call('GET', '/accounts/current')).status).toBe(401);
  });

  test('S1: is never longer than the absolute one, also before the first refresh', async () => {
    const strict = await createServerFixture({
      settings: { sessionIdleDays: 30, sessionMaxDays: 7 },
    });
    person = await strict.person();
    expect(await days()).toBeCloseTo(7, 3);
    await strict.close();
  });
});

describe('signing out everywhere else', () => {
  test('ends all sessions of the account but the current one', async () => {
    const other = fixture.visitor();
    const login = { json: { email_address: person.address, password: PASSWORD } };
    await other.call('POST', '/accounts/login', login);
    const stranger = await fixture.person();
    expect(await sessionCount()).toBe(2);
    expect((await person.call('DELETE', '/accounts/sessions')).status).toBe(204);
    expect(await sessionCount()).toBe(1);
    expect((await person.call('GET', '/accounts/current')).status).toBe(200);
    expect((await other.call('GET', '/accounts/current')).status).toBe(401);
    expect((await other.call('PUT', '/accounts/sessions')).status).toBe(401);
    expect((await stranger.call('GET', '/accounts/current')).status).toBe(200);
  });
});
