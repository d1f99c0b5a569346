import {
  APPROVAL_HEADER,
  approvalSchema,
  requestedApprovalSchema,
  sessionListSchema,
  type RequestedApproval,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  hasToken,
  tokenOf,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';
import { ACCESS_COOKIE, REFRESH_COOKIE } from '../../../platform/access/session-cookies.ts';
import { purgeExpired } from '@carrel/testing/purge-expired.ts';

let fixture: ServerFixture;
let person: Member;
let network = 0;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  person = await fixture.person();
  await fixture.mails();
});

/** Each request comes from a network of its own. */
const elsewhere = () => {
  network += 1;
  return { 'X-Forwarded-For': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}` };
};

const ask = (name = 'ada-laptop', headers: Record<string, string> = elsewhere()) =>
  fixture.visitor().call('POST', '/accounts/approvals', { json: { client_name: name }, headers });

const asked = async (name?: string): Promise<RequestedApproval> => {
  const response = await ask(name);
  expect(response.status).toBe(201);
  return parse(requestedApprovalSchema, await response.json());
};

const decide = (
  user_code: string,
  approved: boolean,
  by: Visitor = person,
  headers: Record<string, string> = {},
) => by.call('PUT', '/accounts/approvals', { json: { user_code, approved }, headers });

const redeem = ({ device_code }: Pick<RequestedApproval, 'device_code'>, by = fixture.visitor()) =>
  by.call('POST', '/accounts/approvals/token', { json: { device_code }, headers: elsewhere() });

const outcome = async (response: Response) => [
  response.status,
  response.headers.get(APPROVAL_HEADER),
];

const sessions = async () =>
  parse(sessionListSchema, await (await person.call('GET', '/accounts/sessions')).json()).sessions;

const endTime = () =>
  fixture.database.query(`UPDATE sign_in_approvals SET expires_at = now() - interval '1 second'`);

describe('a program that asks for approval', () => {
  test('gets a secret, a short code and the page where a person approves it', async () => {
    const { device_code, user_code, verification_url, expires_in, interval } = await asked();
    expect(user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(Buffer.from(device_code, 'base64url')).toHaveLength(32);
    expect(new URL(verification_url)).toMatchObject({
      pathname: '/account/approve',
      search: `?code=${user_code}`,
    });
    expect([expires_in, interval]).toEqual([600, 2]);
  });

  test('is signed in once a person has approved it, and only once', async () => {
    const program = fixture.visitor();
    const approval = await asked();
    expect(await outcome(await redeem(approval, program))).toEqual([400, 'pending']);
    expect((await decide(approval.user_code, true)).status).toBe(204);
    expect((await redeem(approval, program)).status).toBe(200);
    expect([...program.cookies.keys()]).toEqual(
      expect.arrayContaining([ACCESS_COOKIE, REFRESH_COOKIE]),
    );
    const current = await program.call('GET', '/accounts/current');
    expect(await current.json()).toMatchObject({ id: person.accountId });
    expect((await program.call('PUT', '/accounts/sessions')).status).toBe(204);
    expect(await outcome(await redeem(approval))).toEqual([400, 'expired']);
  });

  test('of 50 that redeem one approval at once exactly one gets a session', async () => {
    const approval = await asked();
    await decide(approval.user_code, true);
    const count = hardCount(20, 50);
    const responses = await Promise.all(Array.from({ length: count }, () => redeem(approval)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessions()).toHaveLength(2);
  });

  test('is told that it was denied', async () => {
    const approval = await asked();
    expect((await decide(approval.user_code, false)).status).toBe(204);
    expect(await outcome(await redeem(approval))).toEqual([400, 'denied']);
    expect((await decide(approval.user_code, true)).status).toBe(404);
    expect(await sessions()).toHaveLength(1);
  });

  test('is not signed in after ten minutes, approved or not, and its request is purged', async () => {
    const [waiting, approved] = [await asked(), await asked()];
    await decide(approved.user_code, true);
    await endTime();
    expect(await outcome(await redeem(waiting))).toEqual([400, 'expired']);
    expect(await outcome(await redeem(approved))).toEqual([400, 'expired']);
    expect((await decide(waiting.user_code, true)).status).toBe(404);
    await purgeExpired(fixture.database);
    expect(await fixture.database.query('SELECT id FROM sign_in_approvals')).toEqual([]);
  });

  test('learns nothing with a device code that was altered, or with a user code', async () => {
    const approval = await asked();
    await decide(approval.user_code, true);
    const altered = approval.device_code.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const device_code of [altered, approval.user_code, 'x']) {
      expect(await outcome(await redeem({ device_code }))).toEqual([400, 'expired']);
    }
    expect((await redeem(approval)).status).toBe(200);
  });

  test('has its device code stored as a hash only', async () => {
    const { device_code } = await asked();
    const rows = await fixture.database.query('SELECT * FROM sign_in_approvals');
    expect(rows.length).toBeGreaterThan(0);
    const stored = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(stored).not.toContain(device_code);
  });

  test('is one of at most 30 in a quarter of an hour from one network', async () => {
    const headers = elsewhere();
    for (let times = 0; times < 30; times += 1) expect((await ask('a', headers)).status).toBe(201);
    const refused = await ask('a', headers);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('needs a name', async () => {
    for (const name of ['', ' \u200b', 'x'.repeat(101)]) {
      expect((await ask(name)).status).toBe(422);
    }
  });
});

describe('the person who approves', () => {
  test('sees who asks from where, by a code in any case, with or without its hyphen', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.9' };
    const response = await ask('Ada\u2019s laptop\r\n', headers);
    const { user_code } = parse(requestedApprovalSchema, await response.json());
    for (const typed of [user_code, user_code.toLowerCase().replace('-', ''), ` ${user_code}`]) {
      const found = await person.call(
        'GET',
        `/accounts/approvals?code=${encodeURIComponent(typed)}`,
      );
      expect(parse(approvalSchema, await found.json())).toMatchObject({
        user_code,
        client_name: 'Ada\u2019s laptop',
        client_ip: '192.0.2.9',
      });
    }
    expect((await person.call('GET', '/accounts/approvals?code=AEIO-UAEI')).status).toBe(422);
  });

  test('has entered the password a short time ago', async () => {
    const { user_code } = await asked();
    await fixture.database.query(
      `UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE account_id = $1`,
      [person.accountId],
    );
    const refused = await decide(user_code, true);
    expect([refused.status, refused.headers.get('X-Reauthenticate')]).toEqual([403, 'password']);
    await person.call('POST', '/accounts/reauthenticate', { json: { password: PASSWORD } });
    expect((await decide(user_code, true)).status).toBe(204);
  });

  test('denies without the password', async () => {
    const { user_code } = await asked();
    await fixture.database.query(
      `UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE account_id = $1`,
      [person.accountId],
    );
    expect((await decide(user_code, false)).status).toBe(204);
  });

  test('sees the program among the sessions, and ends its session at once', async () => {
    const program = fixture.visitor();
    const approval = await asked('Chrome/1.0');
    await decide(approval.user_code, true);
    await redeem(approval, program);
    const added = (await sessions()).find(({ active }) => !active);
    expect(added?.user_agent).toBe('carrel-cli (Chrome-1.0)');
    expect((await person.call('DELETE', `/accounts/sessions/${added?.id}`)).status).toBe(204);
    expect((await program.call('GET', '/accounts/current')).status).toBe(401);
    expect((await program.call('PUT', '/accounts/sessions')).status).toBe(401);
  });

  test('is told by mail, and the sign-in is audited', async () => {
    const approval = await asked();
    await decide(approval.user_code, true);
    await redeem(approval);
    const mails = await fixture.mails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.address, 'A program was signed in to your account'],
    ]);
    const records = await fixture.database.query<{ action: string }>(
      'SELECT action FROM audit_records WHERE account_id = $1 ORDER BY id DESC LIMIT 2',
      [person.accountId],
    );
    expect(records.map(({ action }) => action)).toEqual(['session.opened', 'approval.granted']);
  });

  test('entered the password for the approval only: the program has to ask for it', async () => {
    const program = fixture.visitor();
    const approval = await asked();
    await decide(approval.user_code, true);
    await redeem(approval, program);
    const deleting = await program.call('DELETE', `/accounts/${person.accountId}`);
    expect([deleting.status, deleting.headers.get('X-Reauthenticate')]).toEqual([403, 'password']);
  });

  test('takes the approval back by ending the session that gave it, or by a new password', async () => {
    const first = await asked();
    await decide(first.user_code, true);
    await person.call('POST', '/accounts/logout');
    expect(await outcome(await redeem(first))).toEqual([400, 'expired']);

    person = await fixture.person();
    await fixture.mails();
    const second = await asked();
    await decide(second.user_code, true);
    await person.call('POST', '/accounts/reset-password', {
      json: { email_address: person.address },
    });
    const token = tokenOf((await fixture.mails()).find(hasToken));
    const json = { token, new_password: 'a different battery staple' };
    const reset = fixture.visitor().call('PUT', '/accounts/reset-password', { json });
    expect((await reset).status).toBe(204);
    expect(await outcome(await redeem(second))).toEqual([400, 'expired']);
  });

  test('of two who decide at once one does', async () => {
    const { user_code } = await asked();
    const other = await fixture.person();
    const decided = await Promise.all([decide(user_code, true), decide(user_code, true, other)]);
    expect(decided.map(({ status }) => status)).toEqual(expect.arrayContaining([204, 404]));
  });
});

test('no session opened by an approval is alive after the password reset that it raced', async () => {
  for (let round = 0; round < hardCount(5, 200); round += 1) {
    person = await fixture.person();
    await fixture.mails();
    const approval = await asked();
    await decide(approval.user_code, true);
    await person.call('POST', '/accounts/reset-password', {
      json: { email_address: person.address },
    });
    const token = tokenOf((await fixture.mails()).find(hasToken));
    const json = { token, new_password: 'a different battery staple' };
    await Promise.all([
      redeem(approval),
      fixture.visitor().call('PUT', '/accounts/reset-password', { json }),
      redeem(approval),
    ]);
    const alive = await fixture.database.query('SELECT id FROM sessions WHERE account_id = $1', [
      person.accountId,
    ]);
    expect(alive).toEqual([]);
  }
}, 600_000);
