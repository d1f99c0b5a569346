import { accountRecoverySchema } from '@carrel/shared/contract/sign-in';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  codeOf,
  elsewhere,
  enrolApp,
  enterCode,
  enterPassword,
  type EnrolledApp,
} from '@carrel/testing/sign-in/second-step.ts';
import {
  PASSWORD,
  createServerFixture,
  hasToken,
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
let count = 0;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  await fixture.database.query('DELETE FROM account_recoveries');
  await fixture.database.query('DELETE FROM outbox');
  owner = await fixture.person();
  app = await enrolApp(fixture, owner);
  visitor = fixture.visitor();
  await enterPassword(visitor, owner.address);
  await fixture.mails();
});

const request = (by: Visitor = visitor) => by.call('POST', '/accounts/login/recovery');

const complete = (token: string, password = PASSWORD, by: Visitor = visitor) =>
  by.call('POST', '/accounts/login/recovery/complete', {
    json: { token, password },
    headers: elsewhere(),
  });

const stop = (token: string) =>
  fixture.visitor().call('POST', '/accounts/login/recovery/stop', { json: { token } });

/** Lets a day pass, and returns the mails that are due then. */
async function aDayLater() {
  await fixture.database.query('UPDATE account_recoveries SET due_at = now()');
  await fixture.database.query('UPDATE outbox SET due_at = now() WHERE sent_at IS NULL');
  return fixture.mails();
}

const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject).sort();

/** Adds and confirms a second address. */
async function addAddress(): Promise<string> {
  const address = `recovery-${(count += 1)}@example.com`;
  await owner.call('POST', '/accounts/emails', { json: { email_address: address } });
  const link = (await fixture.mails()).find(hasToken);
  await fixture
    .visitor()
    .call('PUT', '/accounts/confirm-email', { json: { token: tokenOf(link) } });
  await fixture.mails();
  return address;
}

const recoveries = () =>
  fixture.database.query('SELECT id FROM account_recoveries WHERE account_id = $1', [
    owner.accountId,
  ]);

describe('asking to sign in without the second step', () => {
  test('needs the right password', async () => {
    expect((await request(fixture.visitor())).status).toBe(401);
    expect(await recoveries()).toEqual([]);
  });

  test('mails every address at once, and a link to each after a day', async () => {
    const second = await addAddress();
    const response = await request();
    const { due_at } = parse(accountRecoverySchema, await response.json());
    expect(Date.parse(due_at) - Date.now()).toBeGreaterThan(23.9 * 60 * 60 * 1000);
    const mails = await fixture.mails();
    expect(mails.map(({ to }) => to).sort()).toEqual([owner.address, second].sort());
    expect(new Set(subjects(mails))).toEqual(new Set(['Someone wants to recover your account']));
    const due = await aDayLater();
    expect(due.map(({ to }) => to).sort()).toEqual([owner.address, second].sort());
    expect(new Set(subjects(due))).toEqual(new Set(['Recover your account']));
  });

  test('again starts no other, and sends no other mail', async () => {
    const first = await (await request()).json();
    await fixture.mails();
    expect(await (await request()).json()).toEqual(first);
    expect(await fixture.mails()).toEqual([]);
    expect(await recoveries()).toHaveLength(1);
  });

  test('is limited to ten times a day', async () => {
    const statuses = [];
    for (let times = 0; times < 11; times += 1) statuses.push((await request()).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });

  test('waits in the outbox without being shown as late', async () => {
    await request();
    const metrics = await fixture.app.request('/metrics');
    // The first mail; the other one is due tomorrow.
    expect(await metrics.text()).toContain('carrel_mails{state="waiting"} 1');
  });
});

describe('the link of a recovery', () => {
  test('signs in once with the password, and removes the second step', async () => {
    await request();
    await fixture.mails();
    const token = tokenOf((await aDayLater())[0]);
    expect((await complete(token, 'not the password')).status).toBe(400);
    const browser = fixture.visitor();
    const response = await complete(token, PASSWORD, browser);
    expect([response.status, await response.json()]).toEqual([200, {}]);
    const sessions = await browser.call('GET', '/accounts/sessions');
    expect(await sessions.json()).toMatchObject({
      sessions: [{ methods: ['password'] }, {}],
    });
    const factors = await browser.call('GET', '/accounts/factors');
    expect(await factors.json()).toMatchObject({ totp: false, recovery_codes: 0 });
    expect(subjects(await fixture.mails())).toContain('Your account was recovered');
    expect(await recoveries()).toEqual([]);
    expect((await complete(token)).status).toBe(400);
    // Nobody is told that it was stopped.
    expect((await stop(token)).status).toBe(400);
  });

  test('does not work before it is due, nor after a day', async () => {
    await request();
    await fixture.mails();
    await fixture.database.query('UPDATE outbox SET due_at = now() WHERE sent_at IS NULL');
    const early = tokenOf((await fixture.mails())[0]);
    expect((await complete(early)).status).toBe(400);
    const again = fixture.visitor();
    await enterPassword(again, owner.address);
    expect(await recoveries()).toHaveLength(1);
    await fixture.database.query('UPDATE account_recoveries SET due_at = now()');
    await fixture.database.query(
      `UPDATE link_tokens SET expires_at = now() - interval '1 second', used_at = NULL
       WHERE purpose = 'complete-recovery'`,
    );
    expect((await complete(early)).status).toBe(400);
  });

  test('does not work after the password was reset, with the earlier one', async () => {
    await request();
    await fixture.mails();
    const token = tokenOf((await aDayLater())[0]);
    await owner.call('POST', '/accounts/reset-password', {
      json: { email_address: owner.address },
    });
    const [mail] = await fixture.mails();
    const json = { token: tokenOf(mail), new_password: 'another good password' };
    await owner.call('PUT', '/accounts/reset-password', { json });
    expect((await complete(token)).status).toBe(400);
    expect((await complete(token, json.new_password)).status).toBe(200);
  });

  test('of many that use it at once exactly one is signed in', async () => {
    for (let round = 0; round < hardCount(1, 200); round += 1) {
      await fixture.database.query('DELETE FROM rate_limits');
      const person = await fixture.person();
      await enrolApp(fixture, person);
      const browser = fixture.visitor();
      await enterPassword(browser, person.address);
      await request(browser);
      await fixture.mails();
      const token = tokenOf((await aDayLater())[0]);
      const responses = await Promise.all(
        Array.from({ length: 4 }, () => complete(token, PASSWORD, fixture.visitor())),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  }, 600_000);

  test('is limited to ten wrong passwords from one network', async () => {
    await request();
    await fixture.mails();
    const token = tokenOf((await aDayLater())[0]);
    const statuses = [];
    for (let times = 0; times < 11; times += 1) {
      const json = { token, password: 'not the password' };
      const response = await visitor.call('POST', '/accounts/login/recovery/complete', { json });
      statuses.push(response.status);
    }
    expect(statuses.slice(-2)).toEqual([400, 429]);
  });
});

describe('a recovery is stopped', () => {
  test('by the link in the first mail, and the owner gets a mail', async () => {
    await request();
    const token = tokenOf((await fixture.mails())[0]);
    expect((await complete(token)).status).toBe(400);
    expect((await stop(token)).status).toBe(204);
    expect(await recoveries()).toEqual([]);
    expect(subjects(await fixture.mails())).toEqual(['The recovery of your account was stopped']);
    expect((await stop(token)).status).toBe(204);
    // The mail that was due has nothing to say.
    expect(await aDayLater()).toEqual([]);
  });

  test('by the link in the last mail, which then does not sign in', async () => {
    await request();
    await fixture.mails();
    const token = tokenOf((await aDayLater())[0]);
    expect((await stop(token)).status).toBe(204);
    expect((await complete(token)).status).toBe(400);
  });

  test('by a sign-in with the second step', async () => {
    await request();
    await fixture.mails();
    const browser = fixture.visitor();
    await enterPassword(browser, owner.address);
    expect((await enterCode(browser, { code: codeOf(app) })).status).toBe(200);
    expect(await recoveries()).toEqual([]);
    expect(subjects(await fixture.mails())).toContain('The recovery of your account was stopped');
  });

  test('and the link of another one, which is started then, is another', async () => {
    await request();
    await fixture.mails();
    const first = tokenOf((await aDayLater())[0]);
    await stop(first);
    await request();
    await fixture.database.query('UPDATE account_recoveries SET due_at = now()');
    expect((await complete(first)).status).toBe(400);
  });

  test('when nobody completes it', async () => {
    await request();
    await fixture.database.query(
      `UPDATE account_recoveries SET due_at = now() - interval '4 days'`,
    );
    await purgeExpired(fixture.database);
    expect(await recoveries()).toEqual([]);
  });
});
