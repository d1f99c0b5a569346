import { sessionListSchema } from '@carrel/shared/contract';
import { secondStepSchema } from '@carrel/shared/contract/sign-in';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  codeOf,
  enrolApp,
  enterCode,
  enterPassword,
  type EnrolledApp,
} from '@carrel/testing/sign-in/second-step.ts';
import {
  PASSWORD,
  createServerFixture,
  tokenOf,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';
import { purgeExpired } from '@carrel/testing/purge-expired.ts';

let fixture: ServerFixture;
let owner: Member;
let app: EnrolledApp;
let visitor: Visitor;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  owner = await fixture.person();
  app = await enrolApp(fixture, owner);
  visitor = fixture.visitor();
  await fixture.mails();
});

const subjects = async () => (await fixture.mails()).map(({ subject }) => subject);

async function methodsOf(signedIn: Visitor) {
  const response = await signedIn.call('GET', '/accounts/sessions');
  const { sessions } = parse(sessionListSchema, await response.json());
  return sessions.find(({ active }) => active)?.methods;
}

const wrongCode = () => codeOf(app, 7);

describe('signing in with a second step', () => {
  test('opens no session by the password, and one by a code', async () => {
    const first = await enterPassword(visitor, owner.address);
    expect([first.status, await first.json()]).toEqual([
      200,
      { second_step: { methods: ['totp', 'recovery_code'] } },
    ]);
    expect([...visitor.cookies.keys()]).toEqual(['carrel_sign_in']);
    expect(first.headers.getSetCookie().join()).toMatch(
      /carrel_sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/v1\/accounts\/login; HttpOnly; SameSite=Lax/,
    );
    const second = await enterCode(visitor, { code: codeOf(app) });
    expect([second.status, await second.json()]).toEqual([200, {}]);
    expect([...visitor.cookies.keys()]).not.toContain('carrel_sign_in');
    expect(await methodsOf(visitor)).toEqual(['password', 'totp']);
    // Both factors were just used.
    expect((await visitor.call('POST', '/accounts/recovery-codes')).status).toBe(200);
  });

  test('takes a code with spaces, and the same code once', async () => {
    const code = codeOf(app);
    await enterPassword(visitor, owner.address);
    expect(
      (await enterCode(visitor, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status,
    ).toBe(200);
    const other = fixture.visitor();
    await enterPassword(other, owner.address);
    expect((await enterCode(other, { code })).status).toBe(400);
  });

  test('takes a recovery code in any case, says how many are left, and tells the owner', async () => {
    const [code = ''] = app.recoveryCodes;
    await enterPassword(visitor, owner.address);
    const response = await enterCode(visitor, {
      recovery_code: ` ${code.toUpperCase().replace('-', ' ')} `,
    });
    expect([response.status, await response.json()]).toEqual([200, { recovery_codes: 9 }]);
    expect(await methodsOf(visitor)).toEqual(['password', 'recovery_code']);
    expect(await subjects()).toContain('A recovery code was used');
    const other = fixture.visitor();
    await enterPassword(other, owner.address);
    expect((await enterCode(other, { recovery_code: code })).status).toBe(400);
  });

  test('offers no recovery code where none is left, and takes no earlier one after new ones', async () => {
    const [code = ''] = app.recoveryCodes;
    await owner.call('POST', '/accounts/recovery-codes');
    expect(await subjects()).toEqual(['New recovery codes were made']);
    await enterPassword(visitor, owner.address);
    expect((await enterCode(visitor, { recovery_code: code })).status).toBe(400);
    await fixture.database.query('DELETE FROM recovery_codes WHERE account_id = $1', [
      owner.accountId,
    ]);
    const response = await enterPassword(fixture.visitor(), owner.address);
    expect(await response.json()).toEqual({ second_step: { methods: ['totp'] } });
  });

  test('without the cookie, or with one that is made up, needs the password again', async () => {
    for (const value of ['', 'x', 'A'.repeat(43)]) {
      const stranger = fixture.visitor();
      if (value !== '') stranger.cookies.set('carrel_sign_in', value);
      const response = await enterCode(stranger, { code: codeOf(app) });
      expect([response.status, await response.json()]).toEqual([
        401,
        { message: 'This sign-in has expired. Please enter your password again.' },
      ]);
    }
  });

  test('needs the password again after ten minutes, and the sign-in is purged', async () => {
    await enterPassword(visitor, owner.address);
    await fixture.database.query(
      `UPDATE pending_sign_ins SET expires_at = now() - interval '1 second'`,
    );
    expect((await enterCode(visitor, { code: codeOf(app) })).status).toBe(401);
    await purgeExpired(fixture.database);
    expect(await fixture.database.query('SELECT 1 FROM pending_sign_ins')).toEqual([]);
  });

  test('needs the password again after five wrong codes, of which the owner gets a mail', async () => {
    await enterPassword(visitor, owner.address);
    const statuses = [];
    for (let times = 0; times < 6; times += 1) {
      statuses.push((await enterCode(visitor, { code: wrongCode() })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 401, 401]);
    expect((await enterCode(visitor, { code: codeOf(app) })).status).toBe(401);
    expect(await subjects()).toEqual(['Someone could not complete a sign-in to your account']);
    const failed = await fixture.database.query(
      `SELECT 1 FROM audit_records WHERE account_id = $1 AND action = 'session.second_step_failed'`,
      [owner.accountId],
    );
    expect(failed).toHaveLength(5);
  });

  test('of concurrent wrong codes five are checked', async () => {
    await enterPassword(visitor, owner.address);
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => enterCode(visitor, { code: wrongCode() })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(4);
    expect(statuses.filter((status) => status === 401)).toHaveLength(8);
  });

  test('checks a hundred wrong codes a day of an account, from wherever, and recovery codes still', async () => {
    let checked = 0;
    for (let signIns = 0; signIns < 21; signIns += 1) {
      await enterPassword(visitor, owner.address);
      for (let times = 0; times < 5; times += 1) {
        if ((await enterCode(visitor, { code: wrongCode() })).status !== 429) checked += 1;
      }
    }
    expect(checked).toBe(100);
    await enterPassword(visitor, owner.address);
    expect((await enterCode(visitor, { code: codeOf(app) })).status).toBe(429);
    const [recoveryCode = ''] = app.recoveryCodes;
    expect((await enterCode(visitor, { recovery_code: recoveryCode })).status).toBe(200);
  });

  test.each([[{}], [{ code: '123456', recovery_code: 'abcde-fgh23' }], [{ code: '12345' }]])(
    'with %o is not valid',
    async (json) => {
      expect((await enterCode(visitor, json)).status).toBe(422);
    },
  );

  test('keeps twenty sign-ins of an account that wait, the latest', async () => {
    const first = fixture.visitor();
    await enterPassword(first, owner.address);
    for (let times = 0; times < 20; times += 1) await enterPassword(visitor, owner.address);
    const waiting = await fixture.database.query(
      'SELECT 1 FROM pending_sign_ins WHERE account_id = $1',
      [owner.accountId],
    );
    expect(waiting).toHaveLength(20);
    expect((await enterCode(first, { code: codeOf(app) })).status).toBe(401);
    expect((await enterCode(visitor, { code: codeOf(app) })).status).toBe(200);
  });
});

describe('a password reset', () => {
  test('leaves the second step, forgets trusted browsers and ends a sign-in that waits', async () => {
    await enterPassword(visitor, owner.address);
    await enterCode(visitor, { code: codeOf(app), trust_browser: true });
    const other = fixture.visitor();
    await enterPassword(other, owner.address);
    await fixture.mails();
    await visitor.call('POST', '/accounts/reset-password', {
      json: { email_address: owner.address },
    });
    const [mail] = await fixture.mails();
    const json = { token: tokenOf(mail), new_password: 'another good password' };
    expect((await visitor.call('PUT', '/accounts/reset-password', { json })).status).toBe(204);
    const [recoveryCode = ''] = app.recoveryCodes;
    expect((await enterCode(other, { recovery_code: recoveryCode })).status).toBe(401);
    const signIn = await enterPassword(visitor, owner.address, json.new_password);
    expect(await signIn.json()).toHaveProperty('second_step');
    expect((await enterCode(visitor, { recovery_code: recoveryCode })).status).toBe(200);
  });
});

const trust = async () => {
  await enterPassword(visitor, owner.address);
  await enterCode(visitor, { code: codeOf(app), trust_browser: true });
};

const trusted = async () => {
  const response = await owner.call('GET', '/accounts/totp');
  return parse(secondStepSchema, await response.json()).trusted_browsers;
};

const asksForCode = async (browser: Visitor = visitor) =>
  'second_step' in ((await (await enterPassword(browser, owner.address)).json()) as object);

describe('a trusted browser', () => {
  test('is not asked for a code, and has not authenticated again by its password', async () => {
    await trust();
    expect(await trusted()).toBe(1);
    await visitor.call('POST', '/accounts/logout');
    expect(await asksForCode()).toBe(false);
    expect(await methodsOf(visitor)).toEqual(['password', 'trusted_browser']);
    expect((await visitor.call('DELETE', '/accounts/totp')).status).toBe(403);
    const again = await visitor.call('POST', '/accounts/reauthenticate', {
      json: { password: PASSWORD },
    });
    expect(again.status).toBe(403);
  });

  test('is one browser, of one account, with the right password', async () => {
    await trust();
    expect(await asksForCode(fixture.visitor())).toBe(true);
    const wrong = await enterPassword(visitor, owner.address, 'not the password');
    expect(wrong.status).toBe(400);
    const other = await fixture.person();
    await enrolApp(fixture, other);
    const response = await enterPassword(visitor, other.address);
    expect(await response.json()).toHaveProperty('second_step');
  });

  test('is asked again after 30 days, and when the owner forgets it', async () => {
    await trust();
    await fixture.database.query(
      `UPDATE trusted_browsers SET expires_at = now() - interval '1 second' WHERE account_id = $1`,
      [owner.accountId],
    );
    expect(await trusted()).toBe(0);
    expect(await asksForCode()).toBe(true);
    await purgeExpired(fixture.database);
    const [recovery = ''] = app.recoveryCodes;
    await enterCode(visitor, { recovery_code: recovery, trust_browser: true });
    expect(await asksForCode()).toBe(false);
    expect((await owner.call('DELETE', '/accounts/trusted-browsers')).status).toBe(204);
    expect(await asksForCode()).toBe(true);
  });

  test('is forgotten with the app', async () => {
    await trust();
    await owner.call('DELETE', '/accounts/totp');
    await enrolApp(fixture, owner);
    expect(await trusted()).toBe(0);
    expect(await asksForCode()).toBe(true);
  });
});
