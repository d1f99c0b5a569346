import { afterAll, beforeAll, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  codeOf,
  enrolApp,
  enterCode,
  enterPassword,
  type EnrolledApp,
} from '@carrel/testing/sign-in/second-step.ts';
import {
  createServerFixture,
  tokenOf,
  type Member,
  type ServerFixture,
  type Visitor,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

/** A person with an app, and browsers in which the password was entered. */
async function waiting(
  browsers: number,
): Promise<{ owner: Member; app: EnrolledApp; visitors: Visitor[] }> {
  // More people register here than one network may in an hour.
  await fixture.database.query('DELETE FROM rate_limits');
  const owner = await fixture.person();
  const app = await enrolApp(fixture, owner);
  const visitors = Array.from({ length: browsers }, () => fixture.visitor());
  for (const visitor of visitors) await enterPassword(visitor, owner.address);
  return { owner, app, visitors };
}

const sessionsOf = async ({ accountId }: Member) =>
  (await fixture.database.query('SELECT 1 FROM sessions WHERE account_id = $1', [accountId]))
    .length;

const succeeded = (responses: Response[]) => responses.filter(({ status }) => status === 200);

test('of browsers that enter one code at once exactly one is signed in', async () => {
  for (let round = 0; round < hardCount(3, 200); round += 1) {
    const { owner, app, visitors } = await waiting(4);
    const code = codeOf(app);
    const responses = await Promise.all(visitors.map((visitor) => enterCode(visitor, { code })));
    expect(succeeded(responses)).toHaveLength(1);
    expect(await sessionsOf(owner)).toBe(2);
  }
}, 600_000);

test('of browsers that enter one recovery code at once exactly one is signed in', async () => {
  for (let round = 0; round < hardCount(3, 200); round += 1) {
    const { owner, app, visitors } = await waiting(4);
    const [recovery_code = ''] = app.recoveryCodes;
    const responses = await Promise.all(
      visitors.map((visitor) => enterCode(visitor, { recovery_code })),
    );
    expect(succeeded(responses)).toHaveLength(1);
    expect(await sessionsOf(owner)).toBe(2);
  }
}, 600_000);

test('one sign-in is completed once, also by two codes at once, and uses up one of them', async () => {
  for (let round = 0; round < hardCount(3, 200); round += 1) {
    const { owner, app, visitors } = await waiting(1);
    const [visitor = fixture.visitor()] = visitors;
    const responses = await Promise.all(
      app.recoveryCodes.slice(0, 3).map((recovery_code) => enterCode(visitor, { recovery_code })),
    );
    expect(succeeded(responses)).toHaveLength(1);
    expect(await sessionsOf(owner)).toBe(2);
    const used = await fixture.database.query(
      'SELECT 1 FROM recovery_codes WHERE account_id = $1 AND used_at IS NOT NULL',
      [owner.accountId],
    );
    expect(used).toHaveLength(1);
  }
}, 600_000);

test('a sign-in during which the app is removed is completed before, or needs the password again', async () => {
  for (let round = 0; round < hardCount(3, 200); round += 1) {
    const { owner, app, visitors } = await waiting(1);
    const [visitor = fixture.visitor()] = visitors;
    const [completed, removed] = await Promise.all([
      enterCode(visitor, { code: codeOf(app) }),
      owner.call('DELETE', '/accounts/totp'),
    ]);
    expect(removed.status).toBe(204);
    // The code is wrong if the app was gone when it was checked.
    expect([200, 400, 401]).toContain(completed.status);
    expect(await sessionsOf(owner)).toBe(completed.status === 200 ? 2 : 1);
    const response = await enterCode(visitor, { code: codeOf(app) });
    expect(response.status).toBe(401);
  }
}, 600_000);

test('a sign-in during which the password is reset leaves no session', async () => {
  for (let round = 0; round < hardCount(3, 200); round += 1) {
    const { owner, app, visitors } = await waiting(1);
    const [visitor = fixture.visitor()] = visitors;
    await fixture.mails();
    await owner.call('POST', '/accounts/reset-password', {
      json: { email_address: owner.address },
    });
    const [mail] = await fixture.mails();
    const json = { token: tokenOf(mail), new_password: `another password ${round}` };
    const [completed, reset] = await Promise.all([
      enterCode(visitor, { code: codeOf(app) }),
      owner.call('PUT', '/accounts/reset-password', { json }),
    ]);
    expect(reset.status).toBe(204);
    expect([200, 401]).toContain(completed.status);
    expect(await sessionsOf(owner)).toBe(0);
  }
}, 600_000);
