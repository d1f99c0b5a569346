import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  tokenOf,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

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

const requestLink = (address: string) =>
  fixture.visitor().call('POST', '/accounts/reset-password', { json: { email_address: address } });

const reset = (token: string, password = 'a brand new password') =>
  fixture.visitor().call('PUT', '/accounts/reset-password', {
    json: { token, new_password: password },
  });

async function linkFor(address: string): Promise<string> {
  await requestLink(address);
  return tokenOf((await fixture.mails()).at(-1));
}

describe('resetting a password', () => {
  test('A13: ends every session and accepts only the new password', async () => {
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
    const responses = await Promise.all(Array.from({ length: 12 }, () => reset(token)));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
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

describe('whether an address has an account', () => {
  test('A11: shows in no response', async () => {
    const { address } = await fixture.person();
    const calls: [method: string, path: string, rest: object][] = [
      ['POST', '/accounts/login', { password: 'not the password' }],
      ['POST', '/accounts/reset-password', {}],
      ['POST', '/accounts/confirm-email', {}],
      ['POST', '/accounts/register', { first_name: 'A', last_name: 'B', password: PASSWORD }],
    ];
    for (const [method, path, rest] of calls) {
      const responses = await Promise.all(
        [address, `stranger-${path.length}@example.com`].map(async (email_address) => {
          const response = await fixture.visitor().call(method, path, {
            json: { ...rest, email_address },
          });
          const headers = [...response.headers]
            .filter(([name]) => name !== 'x-request-id')
            // Secrets are as long as each other.
            .map(([name, value]) => [name, value.replace(/(?<==)[\w-]{43}(?=;)/, 'secret')]);
          return { status: response.status, body: await response.text(), headers };
        }),
      );
      expect({ path, ...responses[0] }).toEqual({ path, ...responses[1] });
    }
  });

  test('decides whether a message is sent', async () => {
    const { address } = await fixture.person();
    await fixture.mails();
    await requestLink(address);
    await requestLink('unknown@example.com');
    expect((await fixture.mails()).map(({ to }) => to)).toEqual([address]);
  });
});

async function guessAccount(number: number): Promise<number> {
  const response = await fixture.visitor().call('POST', '/accounts/login', {
    json: { email_address: `account-${number}@example.com`, password: 'wrong password' },
    headers: { 'X-Forwarded-For': '192.0.2.9' },
  });
  return response.status;
}

describe('guessing passwords', () => {
  test('A9: is limited to ten wrong ones from one address, and not for other addresses', async () => {
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

  test('A9: is limited to a hundred wrong ones from one address', async () => {
    const guesses = hardCount(103, 10_000);
    const statuses = await Promise.all(
      Array.from({ length: guesses }, (_, number) => guessAccount(number)),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(guesses - 100);
  });

  test('A9: from many addresses is limited to ten each, and the owner can still sign in', async () => {
    const { address } = await fixture.person();
    const guesses = 75;
    const places = 5;
    const checked = new Map<string, number>();
    for (let guess = 0; guess < guesses; guess += places) {
      await Promise.all(
        Array.from({ length: places }, async (_, place) => {
          const from = `198.51.100.${place}`;
          const response = await fixture.visitor().call('POST', '/accounts/login', {
            json: { email_address: address, password: 'wrong password' },
            headers: { 'X-Forwarded-For': from },
          });
          expect([400, 429]).toContain(response.status);
          if (response.status === 400) checked.set(from, (checked.get(from) ?? 0) + 1);
        }),
      );
    }
    expect(new Set(checked.values())).toEqual(new Set([10]));
    expect(checked.size).toBe(places);
    expect((await login(address, PASSWORD)).status).toBe(200);
  });

  test('with the correct password does not count, also concurrently', async () => {
    const { address } = await fixture.person();
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => (await login(address, PASSWORD)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await login(address, PASSWORD)).status).toBe(200);
  });

  test('A9: of fifty concurrent guesses checks ten, also between correct passwords', async () => {
    const { address } = await fixture.person();
    const statuses = await Promise.all(
      Array.from({ length: 55 }, async (_, number) => {
        const response = await login(address, number < 5 ? PASSWORD : 'wrong password');
        return response.status;
      }),
    );
    const count = (status: number) => statuses.filter((other) => other === status).length;
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
