import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';
import { BROWSER_COOKIE } from '../../sessions/known-browsers.ts';

let fixture: ServerFixture;
let owner: Member;
let network = 0;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  owner = await fixture.person();
});

/** Signs in from a network of its own. */
const signIn = (address: string, password: string, visitor: Visitor = fixture.visitor()) => {
  network += 1;
  return visitor.call('POST', '/accounts/login', {
    json: { email_address: address, password },
    headers: { 'X-Forwarded-For': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}` },
  });
};

const guess = async (address: string) => (await signIn(address, 'a wrong password')).status;

/** Uses up the guesses that are checked without a wait. */
async function guessFifty(address: string): Promise<void> {
  const statuses = await Promise.all(Array.from({ length: 50 }, () => guess(address)));
  expect(new Set(statuses)).toEqual(new Set([400]));
}

describe('A9: after 50 wrong passwords from many networks', () => {
  test('a flood from a hundred addresses gets few checked, and the owner signs in meanwhile', async () => {
    const guesses = hardCount(200, 10_000);
    const start = performance.now();
    let checked = 0;
    const flood = async (place: number) => {
      for (let sent = place; sent < guesses; sent += 100) {
        const { status } = await fixture.visitor().call('POST', '/accounts/login', {
          json: { email_address: owner.address, password: 'a wrong password' },
          headers: { 'X-Forwarded-For': `198.51.100.${place}` },
        });
        expect([400, 429]).toContain(status);
        if (status === 400) checked += 1;
      }
    };
    const floods = Promise.all(Array.from({ length: 100 }, (_, place) => flood(place)));
    expect((await signIn(owner.address, PASSWORD, owner)).status).toBe(200);
    await floods;
    const minutes = Math.ceil((performance.now() - start) / 60_000);
    expect(checked).toBeGreaterThanOrEqual(50);
    expect(checked).toBeLessThanOrEqual(50 + 20 * (minutes + 1));
    expect((await signIn(owner.address, PASSWORD, owner)).status).toBe(200);
  });

  test('each further one waits longer than the last', async () => {
    await guessFifty(owner.address);
    const waits: number[] = [];
    for (let further = 0; further < 3; further += 1) {
      const start = performance.now();
      expect(await guess(owner.address)).toBe(400);
      waits.push(performance.now() - start);
    }
    const [first = 0, second = 0, third = 0] = waits;
    expect(first).toBeGreaterThan(240);
    expect(second).toBeGreaterThan(490);
    expect(third).toBeGreaterThan(740);
  });

  test('the owner signs in at once in a known browser, and waits in another', async () => {
    await guessFifty(owner.address);
    await owner.call('POST', '/accounts/logout');
    const start = performance.now();
    expect((await signIn(owner.address, PASSWORD, owner)).status).toBe(200);
    const known = performance.now() - start;
    expect((await signIn(owner.address, PASSWORD)).status).toBe(200);
    expect(performance.now() - start - known).toBeGreaterThan(240);
  });

  test('twenty a minute are checked, and the rest are refused: also of an unknown address', async () => {
    const responses: unknown[] = [];
    for (const address of [owner.address, 'no-such-person@example.com']) {
      await guessFifty(address);
      const further = await Promise.all(
        Array.from({ length: 30 }, () => signIn(address, 'a wrong password')),
      );
      const statuses = further.map(({ status }) => status);
      expect(statuses.filter((status) => status === 400)).toHaveLength(20);
      const refused = further.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(10);
      expect(Number(refused[0]?.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
      responses.push(await readJson(refused[0] ?? new Response()));
    }
    expect(responses[0]).toEqual({
      message:
        'Too many attempts to sign in with this email address. Please try again in a minute, or in a browser in which you have signed in before.',
    });
    expect(responses[1]).toEqual(responses[0]);
    expect((await signIn(owner.address, PASSWORD, owner)).status).toBe(200);
  });
});

describe('a known browser', () => {
  test('has ten wrong passwords of its own', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await signIn(owner.address, 'a wrong password', owner)).status).toBe(400);
    }
    expect((await signIn(owner.address, PASSWORD, owner)).status).toBe(429);
    expect((await signIn(owner.address, PASSWORD)).status).toBe(200);
  });

  test('is known to the account that signed in there, and to no other', async () => {
    const stranger = await fixture.person();
    await guessFifty(owner.address);
    const start = performance.now();
    expect((await signIn(owner.address, 'a wrong password', stranger)).status).toBe(400);
    expect(performance.now() - start).toBeGreaterThan(240);
  });

  test('keeps a secret for each account that signs in there', async () => {
    const other = await fixture.person();
    const own = owner.cookies.get(BROWSER_COOKIE) ?? '';
    expect((await signIn(other.address, PASSWORD, owner)).status).toBe(200);
    const both = owner.cookies.get(BROWSER_COOKIE)?.split('.') ?? [];
    expect(both).toHaveLength(2);
    expect(both[1]).toBe(own);
    expect((await signIn(owner.address, PASSWORD, owner)).status).toBe(200);
    expect(owner.cookies.get(BROWSER_COOKIE)?.split('.')).toEqual(both);
  });

  test('is stored as a hash, which a password reset deletes', async () => {
    const stored = await fixture.database.query<{ hash: Uint8Array }>(
      'SELECT hash FROM known_browsers WHERE account_id = $1',
      [owner.accountId],
    );
    expect(stored).toHaveLength(1);
    expect(Buffer.from(stored[0]?.hash ?? []).toString('base64url')).not.toBe(
      owner.cookies.get(BROWSER_COOKIE),
    );
    await fixture.mails();
    await owner.call('POST', '/accounts/reset-password', {
      json: { email_address: owner.address },
    });
    const [mail] = await fixture.mails();
    await fixture.visitor().call('PUT', '/accounts/reset-password', {
      json: { token: mail?.link?.split('/').at(-1), new_password: 'another password' },
    });
    const left = await fixture.database.query(
      'SELECT 1 FROM known_browsers WHERE account_id = $1',
      [owner.accountId],
    );
    expect(left).toEqual([]);
  });
});
