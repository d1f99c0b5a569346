import { sessionListSchema } from '@carrel/shared/contract';
import { secondStepSchema, startedTotpSchema } from '@carrel/shared/contract/sign-in';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { isEmbedded } from '@carrel/testing/database/test-database.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { codeOf, enrolApp, enterCode, enterPassword } from '@carrel/testing/sign-in/second-step.ts';
import {
  PASSWORD,
  createServerFixture,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { asAccount } from '../../../platform/access/caller-transactions.ts';
import { purgeExpired } from '@carrel/testing/purge-expired.ts';

let fixture: ServerFixture;
let owner: Member;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  owner = await fixture.person();
  await fixture.mails();
});

const start = async () =>
  parse(startedTotpSchema, await (await owner.call('POST', '/accounts/totp')).json());

const confirm = (code: string) => owner.call('PUT', '/accounts/totp', { json: { code } });

const state = async () =>
  parse(secondStepSchema, await (await owner.call('GET', '/accounts/totp')).json());

/** Sets back the time at which the owner authenticated. */
const age = () =>
  fixture.database.query(
    `UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE account_id = $1`,
    [owner.accountId],
  );

const reauthenticate = (json: object) => owner.call('POST', '/accounts/reauthenticate', { json });

describe('enrolling an authenticator app', () => {
  test('returns a secret and its URL, and counts for nothing until a code confirms it', async () => {
    const { secret, url } = await start();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const parsed = new URL(url);
    expect(parsed.protocol + parsed.host).toBe('otpauth:totp');
    expect(decodeURIComponent(parsed.pathname)).toBe(`/Carrel:${owner.address}`);
    expect(parsed.searchParams.get('issuer')).toBe('Carrel');
    expect(parsed.searchParams.get('secret')).toBe(secret);
    expect(await state()).toEqual({ confirmed_at: null, recovery_codes: 0, trusted_browsers: 0 });
    expect(await (await enterPassword(fixture.visitor(), owner.address)).json()).toEqual({});
  });

  test('ends with ten recovery codes, a mail, and a second step', async () => {
    const { recoveryCodes } = await enrolApp(fixture, owner);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    expect(await state()).toMatchObject({ recovery_codes: 10, trusted_browsers: 0 });
    const factors = await owner.call('GET', '/accounts/factors');
    expect(await factors.json()).toMatchObject({ totp: true, recovery_codes: 10 });
    expect((await fixture.mails()).map(({ subject }) => subject)).toEqual([
      'Two-step verification is on',
    ]);
  });

  test('is refused with a wrong code, after an hour, and with the code of a secret that was replaced', async () => {
    const first = await start();
    const right = codeOf(first);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect((await confirm(wrong)).status).toBe(400);
    await start();
    expect((await confirm(right)).status).toBe(400);
    const last = await start();
    await fixture.database.query(
      `UPDATE authenticator_apps SET created_at = now() - interval '61 minutes' WHERE account_id = $1`,
      [owner.accountId],
    );
    expect((await confirm(codeOf(last))).status).toBe(400);
    expect((await confirm('12345')).status).toBe(422);
  });

  test('needs a recent authentication, and no confirmed app', async () => {
    await age();
    const refused = await owner.call('POST', '/accounts/totp');
    expect([refused.status, refused.headers.get('X-Reauthenticate')]).toEqual([403, 'password']);
    await reauthenticate({ password: PASSWORD });
    const app = await enrolApp(fixture, owner);
    expect((await owner.call('POST', '/accounts/totp')).status).toBe(409);
    expect((await confirm(codeOf(app))).status).toBe(400);
  });

  test('that is not confirmed is purged after a day', async () => {
    await start();
    await fixture.database.query(
      `UPDATE authenticator_apps SET created_at = now() - interval '25 hours' WHERE account_id = $1`,
      [owner.accountId],
    );
    await purgeExpired(fixture.database);
    const left = await fixture.database.query(
      'SELECT 1 FROM authenticator_apps WHERE account_id = $1',
      [owner.accountId],
    );
    expect(left).toEqual([]);
  });

  test('of many confirmations at once exactly one returns codes', async () => {
    const code = codeOf(await start());
    const responses = await Promise.all(
      Array.from({ length: hardCount(8, 10) }, () => confirm(code)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await state()).toMatchObject({ recovery_codes: 10 });
  });
});

test('nothing of a secret or a recovery code is in the database as text', async () => {
  const { secret, recoveryCodes } = await enrolApp(fixture, owner);
  const visitor = fixture.visitor();
  await enterPassword(visitor, owner.address);
  await enterCode(visitor, { code: codeOf({ secret }), trust_browser: true });
  await enterPassword(visitor, owner.address);
  const tables = [
    'authenticator_apps',
    'recovery_codes',
    'pending_sign_ins',
    'trusted_browsers',
    'audit_records',
    'outbox',
  ];
  let stored = '';
  for (const table of tables) {
    const rows = await fixture.database.query(`SELECT * FROM ${table}`);
    stored += JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
  }
  expect(stored.length).toBeGreaterThan(1000);
  const cookies = [...visitor.cookies.values()].filter((value) => value.length > 20);
  for (const text of [secret, codeOf({ secret }), ...recoveryCodes, ...cookies]) {
    expect(stored).not.toContain(text);
    expect(stored).not.toContain(text.replace('-', ''));
  }
});

describe('removing the app', () => {
  test('removes its codes, and needs a recent authentication', async () => {
    const app = await enrolApp(fixture, owner);
    await age();
    expect((await owner.call('DELETE', '/accounts/totp')).status).toBe(403);
    await reauthenticate({ code: codeOf(app) });
    await fixture.mails();
    expect((await owner.call('DELETE', '/accounts/totp')).status).toBe(204);
    expect(await state()).toEqual({ confirmed_at: null, recovery_codes: 0, trusted_browsers: 0 });
    expect((await fixture.mails()).map(({ subject }) => subject)).toEqual([
      'Two-step verification is off',
    ]);
    expect(await (await enterPassword(fixture.visitor(), owner.address)).json()).toEqual({});
    expect((await owner.call('DELETE', '/accounts/totp')).status).toBe(404);
  });
});

describe('authenticating again', () => {
  test('takes a code, which is then one of the methods of the session', async () => {
    const app = await enrolApp(fixture, owner);
    await age();
    expect((await reauthenticate({ code: codeOf(app) })).status).toBe(204);
    expect((await owner.call('POST', '/accounts/recovery-codes')).status).toBe(200);
    const response = await owner.call('GET', '/accounts/sessions');
    const { sessions } = parse(sessionListSchema, await response.json());
    expect(sessions.map(({ methods }) => methods)).toEqual([['password', 'totp']]);
  });

  test('takes a code once, of many at once', async () => {
    const code = codeOf(await enrolApp(fixture, owner));
    const responses = await Promise.all(
      Array.from({ length: hardCount(8, 10) }, () => reauthenticate({ code })),
    );
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  // Where transactions run one by one, nothing else is written meanwhile.
  test.skipIf(isEmbedded())('does not wait for what else the session writes', async () => {
    const code = codeOf(await enrolApp(fixture, owner));
    const { database } = fixture;
    const [session] = await database.query<{ id: string }>(
      'SELECT id FROM sessions WHERE account_id = $1',
      [owner.accountId],
    );
    const caller = { id: owner.accountId, sessionId: session?.id ?? '' };
    const held = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const holding = asAccount(database, caller, () => {
      held.resolve();
      return answered.promise;
    });
    await held.promise;
    const { status } = await reauthenticate({ code });
    answered.resolve();
    await holding;
    expect(status).toBe(204);
  });

  test('does not take the password alone of an account with an app or a passkey', async () => {
    const { accountId } = owner;
    await fixture.database.query(
      `INSERT INTO passkeys (account_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
       VALUES ($1, 'one', '', 0, '{}', 'singleDevice', false, 'Key')`,
      [accountId],
    );
    const withPasskey = await reauthenticate({ password: PASSWORD });
    expect(withPasskey.status).toBe(403);
    expect(await withPasskey.json()).toEqual({
      message: 'The password is not enough for this account. Use a passkey.',
    });
    await enrolApp(fixture, owner);
    const withBoth = await reauthenticate({ password: PASSWORD });
    expect(withBoth.status).toBe(403);
    expect(await withBoth.json()).toEqual({
      message:
        'The password is not enough for this account. Use a code of your authenticator app or a passkey.',
    });
  });

  test.each([[{}], [{ password: PASSWORD, code: '123456' }], [{ code: 'abc' }]])(
    'with %o is not valid',
    async (json) => {
      const response = await reauthenticate(json);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        issues: [{ path: expect.any(String) as string }],
      });
    },
  );

  test('with a code is refused for an account without an app, as with a wrong one', async () => {
    const none = await reauthenticate({ code: '123456' });
    expect(none.status).toBe(400);
    const app = await enrolApp(fixture, owner);
    const wrong = codeOf(app, 5);
    const response = await reauthenticate({ code: wrong });
    expect([response.status, await response.json()]).toEqual([400, await none.json()]);
  });
});
