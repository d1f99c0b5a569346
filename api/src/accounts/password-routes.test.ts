import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hardCount } from '../../testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  tokenOf,
  type ServerFixture,
} from '../../testing/server-fixture.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

const login = (address: string, password: string) =>
  fixture.visitor().call('POST', '/accounts/login', {
    json: { email_address: address, password },
  });

const ask = (address: string) =>
  fixture.visitor().call('POST', '/accounts/reset-password', { json: { email_address: address } });

const reset = (token: string, password = 'a brand new password') =>
  fixture.visitor().call('PUT', '/accounts/reset-password', {
    json: { token, new_password: password },
  });

async function linkFor(address: string): Promise<string> {
  await ask(address);
  return tokenOf((await fixture.mails()).at(-1));
}

describe('resetting a password', () => {
  test('A13: ends every session and lets the new password in only', async () => {
    const person = await fixture.person();
    const token = await linkFor(person.address);
    expect((await reset(token)).status).toBe(204);
    expect((await person.call('GET', '/accounts/current')).status).toBe(401);
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(401);
    expect((await login(person.address, PASSWORD)).status).toBe(400);
    expect((await login(person.address, 'a brand new password')).status).toBe(200);
  });

  test('A12: a link works once, however many use it at the same time', async () => {
    const { address } = await fixture.person();
    const token = await linkFor(address);
    const answers = await Promise.all(Array.from({ length: 12 }, () => reset(token)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const refused = await reset(token);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      message: 'The password reset link is invalid or has expired',
    });
  });

  test('A12: a changed, an expired and a replaced link do not work', async () => {
    const { address, accountId } = await fixture.person();
    const first = await linkFor(address);
    const second = await linkFor(address);
    expect((await reset(first)).status).toBe(400);
    const changed = `${second.startsWith('A') ? 'B' : 'A'}${second.slice(1)}`;
    expect((await reset(changed)).status).toBe(400);
    await fixture.database.query('UPDATE link_tokens SET expires_at = now() WHERE subject = $1', [
      accountId,
    ]);
    expect((await reset(second)).status).toBe(400);
    expect((await login(address, PASSWORD)).status).toBe(200);
  });

  test('A12: a link for one purpose does not serve another', async () => {
    const { address } = await fixture.person();
    const token = await linkFor(address);
    const confirm = await fixture
      .visitor()
      .call('PUT', '/accounts/confirm-email', { json: { token } });
    expect(confirm.status).toBe(400);
    expect((await reset(token)).status).toBe(204);
  });
});

describe('who has an account', () => {
  test('A11: is told by no answer', async () => {
    const { address } = await fixture.person();
    const calls: [method: string, path: string, rest: object][] = [
      ['POST', '/accounts/login', { password: 'not the password' }],
      ['POST', '/accounts/reset-password', {}],
      ['POST', '/accounts/confirm-email', {}],
      ['POST', '/accounts/register', { first_name: 'A', last_name: 'B', password: PASSWORD }],
    ];
    for (const [method, path, rest] of calls) {
      const answers = await Promise.all(
        [address, `stranger-${path.length}@example.com`].map(async (email_address) => {
          const answer = await fixture.visitor().call(method, path, {
            json: { ...rest, email_address },
          });
          const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
          return { status: answer.status, body: await answer.text(), headers };
        }),
      );
      expect({ path, ...answers[0] }).toEqual({ path, ...answers[1] });
    }
  });

  test('a message goes to those who have one only', async () => {
    const { address } = await fixture.person();
    await fixture.mails();
    await ask(address);
    await ask('nobody-at-all@example.com');
    expect((await fixture.mails()).map(({ to }) => to)).toEqual([address]);
  });
});

async function guessAccount(number: number): Promise<number> {
  const answer = await fixture.visitor().call('POST', '/accounts/login', {
    json: { email_address: `account-${number}@example.com`, password: 'wrong password' },
    headers: { 'X-Forwarded-For': '192.0.2.9' },
  });
  return answer.status;
}

describe('guessing passwords', () => {
  test('A9: stops after ten wrong ones for the place that guesses, and for no other', async () => {
    const { address } = await fixture.person();
    const guess = (password: string, from: string) =>
      fixture.visitor().call('POST', '/accounts/login', {
        json: { email_address: address, password },
        headers: { 'X-Forwarded-For': from },
      });
    for (let count = 0; count < 10; count += 1) {
      expect((await guess('wrong password', '192.0.2.1')).status).toBe(400);
    }
    const stopped = await guess(PASSWORD, '192.0.2.1');
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('Retry-After'))).toBeGreaterThan(800);
    expect((await guess(PASSWORD, '192.0.2.2')).status).toBe(200);
  });

  test('A9: stops after a hundred wrong ones from one place', async () => {
    const guesses = hardCount(103, 10_000);
    const statuses = await Promise.all(
      Array.from({ length: guesses }, (_, number) => guessAccount(number)),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(guesses - 100);
  });

  test('A9: from a hundred places, ten guesses each, and its owner still gets in', async () => {
    const { address } = await fixture.person();
    const guesses = hardCount(75, 10_000);
    const places = hardCount(5, 100);
    const taken = new Map<string, number>();
    for (let guess = 0; guess < guesses; guess += places) {
      await Promise.all(
        Array.from({ length: places }, async (_, place) => {
          const from = `198.51.100.${place}`;
          const answer = await fixture.visitor().call('POST', '/accounts/login', {
            json: { email_address: address, password: 'wrong password' },
            headers: { 'X-Forwarded-For': from },
          });
          expect([400, 429]).toContain(answer.status);
          if (answer.status === 400) taken.set(from, (taken.get(from) ?? 0) + 1);
        }),
      );
    }
    expect(new Set(taken.values())).toEqual(new Set([10]));
    expect(taken.size).toBe(places);
    expect((await login(address, PASSWORD)).status).toBe(200);
  });

  test('signing in rightly any number of times, at once too, uses nothing up', async () => {
    const { address } = await fixture.person();
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => (await login(address, PASSWORD)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await login(address, PASSWORD)).status).toBe(200);
  });

  test('A9: of fifty guesses at once, ten are taken, however many right ones come between', async () => {
    const { address } = await fixture.person();
    const statuses = await Promise.all(
      Array.from({ length: 55 }, async (_, number) => {
        const answer = await login(address, number < 5 ? PASSWORD : 'wrong password');
        return answer.status;
      }),
    );
    const count = (status: number) => statuses.filter((each) => each === status).length;
    expect([count(200), count(400), count(429)]).toEqual([5, 10, 40]);
    expect((await login(address, PASSWORD)).status).toBe(429);
  });
});

const register = (address: string, password: string) =>
  fixture.visitor().call('POST', '/accounts/register', {
    json: { first_name: 'A', last_name: 'B', email_address: address, password },
  });

describe('A19: a password', () => {
  test.each([
    ['of 7 characters', 'x'.repeat(7), 422],
    ['of 8 characters', 'x'.repeat(8), 201],
    ['of 64 characters', 'x'.repeat(64), 201],
    ['of 1,024 characters', 'x'.repeat(1024), 201],
    ['of 1,025 characters', 'x'.repeat(1025), 422],
    ['with NUL', 'pass\u0000word', 422],
    ['of emoji', '🔑🗝️🔐🔏🔓', 201],
    ['of 10 million characters', 'x'.repeat(10_000_000), 413],
  ])('%s', async (name, password, status) => {
    const address = `${name.replaceAll(/\W/g, '-')}@example.com`;
    expect((await register(address, password)).status).toBe(status);
    if (status !== 201) return;
    const token = tokenOf((await fixture.mails()).at(-1));
    await fixture.visitor().call('PUT', '/accounts/confirm-email', { json: { token } });
    expect((await login(address, password)).status).toBe(200);
    expect((await login(address, `${password}x`)).status).toBe(400);
  });

  test('is the same in either Unicode form', async () => {
    const person = await fixture.person();
    const token = await linkFor(person.address);
    await reset(token, 'pässwörd é'.normalize('NFD'));
    expect((await login(person.address, 'pässwörd é'.normalize('NFC'))).status).toBe(200);
    expect((await login(person.address, 'password e')).status).toBe(400);
  });
});
