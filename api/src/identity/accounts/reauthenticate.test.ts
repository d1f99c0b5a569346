import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  PASSWORD,
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let fixture: ServerFixture;
let owner: Member;
let id: string;

beforeAll(async () => {
  fixture = await createServerFixture();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  owner = await fixture.person();
  id = await fixture.organization(owner);
});

/** Sets back the time at which the owner entered the password. */
const age = (minutes: number) =>
  fixture.database.query(
    `UPDATE sessions SET authenticated_at = now() - $2 * interval '1 minute' WHERE account_id = $1`,
    [owner.accountId, minutes],
  );

const confirm = (password = PASSWORD) =>
  owner.call('POST', '/accounts/reauthenticate', { json: { password } });

/** The calls that need a password entered in the last ten minutes. */
const CALLS: [string, () => Promise<Response>, number][] = [
  [
    'adding an address',
    () => owner.call('POST', '/accounts/emails', { json: { email_address: 'second@example.com' } }),
    201,
  ],
  [
    'inviting an Owner',
    async () =>
      owner.call('POST', `/organizations/${id}/members`, {
        json: { email_address: 'heir@example.com', role_id: await fixture.roleId(id, 'Owner') },
      }),
    201,
  ],
  [
    'making a member an Owner',
    async () => {
      const member = await fixture.member(id, 'Editor');
      return owner.call('PATCH', `/organizations/${id}/members/${member.accountId}`, {
        json: { role_id: await fixture.roleId(id, 'Owner') },
      });
    },
    204,
  ],
  ['deleting an organization', () => owner.call('DELETE', `/organizations/${id}`), 204],
  ['deleting an account', () => owner.call('DELETE', `/accounts/${owner.accountId}`), 204],
];

async function changes(): Promise<unknown> {
  return fixture.database.query(
    `SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM account_emails) AS emails,
       (SELECT count(*) FROM organizations WHERE deleted_at IS NULL) AS organizations,
       (SELECT count(*) FROM invitations) AS invitations,
       (SELECT count(*) FROM audit_records WHERE account_id = $1) AS records,
       (SELECT count(*) FROM memberships m JOIN roles r ON r.id = m.role_id WHERE r.rank = 0) AS owners`,
    [owner.accountId],
  );
}

describe.each(CALLS)('%s', (_, call, status) => {
  test('needs a password that was entered in the last ten minutes', async () => {
    await age(11);
    const refused = await call();
    expect(refused.status).toBe(403);
    expect(refused.headers.get(REAUTHENTICATE_HEADER)).toBe('password');
    expect(await refused.json()).toEqual({ message: 'Please confirm your password to continue.' });
  });

  test('works once the password is confirmed', async () => {
    await age(11);
    expect((await confirm()).status).toBe(204);
    expect((await call()).status).toBe(status);
  });

  test('works up to ten minutes after the sign-in', async () => {
    await age(9);
    expect((await call()).status).toBe(status);
  });
});

describe('confirming a password', () => {
  test('is refused with a wrong one, and changes nothing', async () => {
    await age(11);
    const wrong = await confirm('not the password');
    expect(wrong.status).toBe(400);
    expect(await readJson(wrong)).toEqual({ message: 'Incorrect password' });
    const before = await changes();
    expect((await owner.call('DELETE', `/organizations/${id}`)).status).toBe(403);
    expect(await changes()).toEqual(before);
  });

  test('counts for one session only', async () => {
    const other = fixture.visitor();
    await other.call('POST', '/accounts/login', {
      json: { email_address: owner.address, password: PASSWORD },
    });
    await age(11);
    expect((await confirm()).status).toBe(204);
    expect((await other.call('DELETE', `/organizations/${id}`)).status).toBe(403);
  });

  test('is limited to ten wrong guesses, as signing in is', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) statuses.push((await confirm('a guess')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect((await confirm()).status).toBe(429);
  });

  test('is not renewed by refreshing the session', async () => {
    await age(11);
    await owner.call('PUT', '/accounts/sessions');
    expect((await owner.call('DELETE', `/organizations/${id}`)).status).toBe(403);
  });
});
