import { SIGNED_IN_COOKIE, sessionListSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createApp } from '../../app.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  createVisitor,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';
import { BROWSER_COOKIE } from '../../identity/sessions/known-browsers.ts';
import { ACCESS_COOKIE, REFRESH_COOKIE } from './session-cookies.ts';

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

/** A client of the same server, whose public address is https. */
function secureVisitor(): Visitor {
  const publicUrl = 'https://carrel.example.com';
  const { dependencies } = fixture;
  const settings = { ...dependencies.settings, publicUrl, consoleOrigins: [publicUrl] };
  return createVisitor(createApp({ ...dependencies, settings }));
}

const refreshWith = (token: string) =>
  fixture.visitor().call('PUT', '/accounts/sessions', {
    headers: { Cookie: `${REFRESH_COOKIE}=${token}` },
  });

function cookieOf(response: Response, name: string): string | undefined {
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
  return cookie?.split(';')[0]?.slice(name.length + 1);
}

const currentToken = () => person.cookies.get(REFRESH_COOKIE) ?? '';

const sessionCount = async () => {
  const sessions = await fixture.database.query('SELECT id FROM sessions WHERE account_id = $1', [
    person.accountId,
  ]);
  return sessions.length;
};

const age = (seconds: number) =>
  fixture.database.query(
    `UPDATE sessions SET rotated_at = rotated_at - $2 * interval '1 second' WHERE account_id = $1`,
    [person.accountId, seconds],
  );

describe('signing in', () => {
  test('sets cookies that scripts cannot read, and one that tells them there is a session', async () => {
    const login = await fixture.visitor().call('POST', '/accounts/login', {
      json: { email_address: person.address, password: PASSWORD },
    });
    expect(await login.json()).toEqual({});
    const cookies = login.headers.getSetCookie();
    expect(cookies).toHaveLength(4);
    const browser = cookies.shift();
    expect(browser).toMatch(
      /^carrel_browser=[\w-]{43}; Max-Age=34560000; Path=\/api\/v1\/accounts\/login; HttpOnly; SameSite=Lax$/,
    );
    expect(cookies[0]).toMatch(/^carrel_access=.*Max-Age=900; Path=\/api; HttpOnly; SameSite=Lax$/);
    expect(cookies[1]).toMatch(
      /^carrel_refresh=.*Max-Age=2592000; Path=\/api\/v1\/accounts\/sessions; HttpOnly; SameSite=Lax$/,
    );
    expect(cookies[2]).toBe(`${SIGNED_IN_COOKIE}=1; Max-Age=2592000; Path=/; SameSite=Lax`);
  });

  test('under https sets cookies that no other host and no page without encryption can set', async () => {
    const secure = secureVisitor();
    const login = await secure.call('POST', '/accounts/login', {
      json: { email_address: person.address, password: PASSWORD },
    });
    const cookies = login.headers.getSetCookie();
    expect(cookies).toHaveLength(4);
    expect(cookies.shift()).toMatch(/^carrel_browser=.*; HttpOnly; Secure;/);
    expect(cookies[0]).toMatch(
      /^__Host-carrel_access=.*Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookies[1]).toMatch(
      /^__Secure-carrel_refresh=.*Path=\/api\/v1\/accounts\/sessions; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await secure.call('GET', '/accounts/current')).status).toBe(200);
    expect((await secure.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect((await secure.call('POST', '/accounts/logout')).status).toBe(204);
    expect([...secure.cookies.keys()]).toEqual(['carrel_browser']);
  });

  test('with cookies of an earlier version under https continues, and renames them', async () => {
    const secure = secureVisitor();
    for (const [name, value] of person.cookies) secure.cookies.set(name, value);
    expect((await secure.call('GET', '/accounts/current')).status).toBe(200);
    expect((await secure.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect([...secure.cookies.keys()].sort()).toEqual([
      '__Host-carrel_access',
      '__Secure-carrel_refresh',
      'carrel_browser',
      'carrel_claim',
      SIGNED_IN_COOKIE,
    ]);
    expect((await secure.call('GET', '/accounts/current')).status).toBe(200);
  });

  test('stores no token, only hashes', async () => {
    const [row] = await fixture.database.query<Record<string, unknown>>(
      'SELECT * FROM sessions WHERE account_id = $1',
      [person.accountId],
    );
    const kept = JSON.stringify(row, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : value,
    );
    const [, , secret = 'none'] = currentToken().split('.');
    expect(secret).toHaveLength(43);
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(person.cookies.get(ACCESS_COOKIE)?.split('.')[1] ?? 'none');
  });
});

describe('refreshing', () => {
  test('A2: tabs that refresh with the same cookie get the same successor and stay signed in', async () => {
    for (let round = 0; round < hardCount(10, 200); round += 1) {
      const token = currentToken();
      const responses = await Promise.all(Array.from({ length: 5 }, () => refreshWith(token)));
      expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
      const successors = new Set(responses.map((response) => cookieOf(response, REFRESH_COOKIE)));
      const accesses = new Set(responses.map((response) => cookieOf(response, ACCESS_COOKIE)));
      expect([successors.size, accesses.size]).toEqual([1, 1]);
      person.cookies.set(REFRESH_COOKIE, [...successors][0] ?? '');
      person.cookies.set(ACCESS_COOKIE, [...accesses][0] ?? '');
      expect((await person.call('GET', '/accounts/current')).status).toBe(200);
    }
  });

  test('A3: of 100 concurrent refreshes one rotates the session', async () => {
    const token = currentToken();
    const responses = await Promise.all(Array.from({ length: 100 }, () => refreshWith(token)));
    expect(new Set(responses.map((response) => cookieOf(response, REFRESH_COOKIE))).size).toBe(1);
    const [session] = await fixture.database.query(
      'SELECT counter FROM sessions WHERE account_id = $1',
      [person.accountId],
    );
    expect(session).toEqual({ counter: 1 });
  });

  test('A4: a token that is reused after the grace period ends the session for good', async () => {
    const old = currentToken();
    await person.call('PUT', '/accounts/sessions');
    const current = currentToken();
    await age(11);
    const reused = await refreshWith(old);
    expect(reused.status).toBe(401);
    expect(cookieOf(reused, SIGNED_IN_COOKIE)).toBe('');
    expect((await refreshWith(current)).status).toBe(401);
    expect((await refreshWith(old)).status).toBe(401);
    expect((await person.call('GET', '/accounts/current')).status).toBe(401);
    const records = await fixture.database.query(
      `SELECT details FROM audit_records WHERE account_id = $1 AND action = 'session.refresh_token_reused'`,
      [person.accountId],
    );
    expect(records).toEqual([{ details: { presented: 0, current: 1 } }]);
  });

  test('A4: a token two generations old ends the session even within the grace period', async () => {
    const old = currentToken();
    await person.call('PUT', '/accounts/sessions');
    await person.call('PUT', '/accounts/sessions');
    expect((await refreshWith(old)).status).toBe(401);
    expect(await sessionCount()).toBe(0);
  });

  test('A7: a browser that lost the response retries and stays signed in', async () => {
    const token = currentToken();
    await refreshWith(token);
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect((await person.call('GET', '/accounts/current')).status).toBe(200);
  });

  test('a forged token does not end the session', async () => {
    const [sessionId = '', , secret = ''] = currentToken().split('.');
    const forged = [
      '',
      'x',
      `${sessionId}.0.${secret}.${'A'.repeat(43)}`,
      `${sessionId}.7.${secret}.${currentToken().split('.')[3] ?? ''}`,
      `${sessionId}.0.${'A'.repeat(43)}.${'A'.repeat(43)}`,
    ];
    for (const token of forged) expect((await refreshWith(token)).status).toBe(401);
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(204);
  });

  test('the previous access token works for requests in flight', async () => {
    const access = person.cookies.get(ACCESS_COOKIE) ?? '';
    await person.call('PUT', '/accounts/sessions');
    const call = () =>
      fixture.visitor().call('GET', '/accounts/current', {
        headers: { Cookie: `${ACCESS_COOKIE}=${access}` },
      });
    expect((await call()).status).toBe(200);
    await age(11);
    expect((await call()).status).toBe(401);
  });

  test('an access token expires', async () => {
    await fixture.database.query(
      'UPDATE sessions SET access_expires_at = now() WHERE account_id = $1',
      [person.accountId],
    );
    expect((await person.call('GET', '/accounts/current')).status).toBe(401);
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect((await person.call('GET', '/accounts/current')).status).toBe(200);
  });
});

const list = async () => {
  const response = await person.call('GET', '/accounts/sessions');
  return parse(sessionListSchema, await response.json()).sessions;
};

const lastUsed = async () => (await list()).find(({ active }) => active)?.last_used_at ?? '';

const signInElsewhere = async () => {
  const browser = fixture.visitor();
  await browser.call('POST', '/accounts/login', {
    json: { email_address: person.address, password: PASSWORD },
    headers: { 'User-Agent': 'Firefox/130' },
  });
  return browser;
};

describe('sessions', () => {
  test('say when they were used last', async () => {
    const before = await lastUsed();
    expect((await person.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect(Date.parse(await lastUsed())).toBeGreaterThan(Date.parse(before));
  });

  test('are listed with the caller marked, and end at once when revoked', async () => {
    const elsewhere = await signInElsewhere();
    const [other, own] = await list();
    expect([other?.active, own?.active]).toEqual([false, true]);
    expect(other?.user_agent).toBe('Firefox/130');

    const revoked = await person.call('DELETE', `/accounts/sessions/${other?.id ?? ''}`);
    expect(revoked.status).toBe(204);
    expect((await elsewhere.call('GET', '/accounts/current')).status).toBe(401);
    expect((await elsewhere.call('PUT', '/accounts/sessions')).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  test('the current one cannot be revoked', async () => {
    const [own] = await list();
    const refused = await person.call('DELETE', `/accounts/sessions/${own?.id ?? ''}`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ message: 'Cannot revoke current session' });
  });

  test('A17: a session of another account is not found', async () => {
    const other = await fixture.person();
    const [theirs] = await fixture.database.query<{ id: string }>(
      'SELECT id FROM sessions WHERE account_id = $1',
      [other.accountId],
    );
    const path = `/accounts/sessions/${theirs?.id ?? ''}`;
    expect((await person.call('DELETE', path)).status).toBe(404);
    expect((await other.call('GET', '/accounts/current')).status).toBe(200);
  });

  test('signing out ends the session and clears every cookie but those that know the browser', async () => {
    const access = person.cookies.get(ACCESS_COOKIE) ?? '';
    const refresh = currentToken();
    expect((await person.call('POST', '/accounts/logout')).status).toBe(204);
    expect([...person.cookies.keys()].sort()).toEqual([BROWSER_COOKIE, 'carrel_claim']);
    const again = await fixture.visitor().call('GET', '/accounts/current', {
      headers: { Cookie: `${ACCESS_COOKIE}=${access}` },
    });
    expect(again.status).toBe(401);
    expect((await refreshWith(refresh)).status).toBe(401);
  });
});
