import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import { type SignInPolicyInput } from '@carrel/shared/contract/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  PASSWORD,
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

const NONE: SignInPolicyInput = {
  second_factor_from: null,
  allowed_methods: null,
  idle_minutes: null,
};
const DAY = 24 * 60 * 60 * 1000;

let fixture: ServerFixture;
let owner: Member;
let editor: Member;
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
  editor = await fixture.member(id, 'Editor');
});

const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const save = (policy: Partial<SignInPolicyInput>, caller = owner) =>
  caller.call('PUT', `/organizations/${id}/sign-in-policy`, { json: { ...NONE, ...policy } });
const datasets = (caller = editor) => caller.call('GET', '/datasets', { organizationId: id });
const signedInBy = ({ accountId }: Member, methods: string[]) =>
  fixture.database.query('UPDATE sessions SET methods = $2 WHERE account_id = $1', [
    accountId,
    methods,
  ]);
const membership = async (caller = editor) => {
  const user = await readJson<{ memberships: Record<string, unknown> }>(
    await caller.call('GET', '/accounts/current'),
  );
  return user.memberships[id];
};

/** Sets back the time at which the editor's session was used last. */
const age = (minutes: number) =>
  fixture.database.query(
    `UPDATE sessions SET seen_at = now() - $2 * interval '1 minute',
       authenticated_at = now() - $2 * interval '1 minute' WHERE account_id = $1`,
    [editor.accountId, minutes],
  );
const list = async (caller: Member) =>
  readJson<{ members: { account: { id: string }; factors?: unknown }[] }>(
    await caller.call('GET', `/organizations/${id}/members`),
  );

describe('a second factor', () => {
  beforeEach(() => signedInBy(owner, ['passkey']));

  test('that is required shows a member without one nothing but what is required', async () => {
    expect((await save({ second_factor_from: dayIn(0) })).status).toBe(204);
    const refused = await datasets();
    expect(refused.status).toBe(403);
    expect(refused.headers.get(REAUTHENTICATE_HEADER)).toBeNull();
    expect(await refused.json()).toEqual({
      message:
        'This organization requires a second factor. Set one up in your account settings, or sign in with a passkey.',
    });
    for (const path of ['members', 'invitations', 'usage']) {
      expect((await editor.call('GET', `/organizations/${id}/${path}`)).status).toBe(403);
    }
    expect(await membership()).toMatchObject({ requirement: 'second_factor' });
    expect(await membership(owner)).toMatchObject({ requirement: null });
    expect((await datasets(owner)).status).toBe(200);
  });

  test.each([['passkey'], ['totp'], ['recovery_code'], ['trusted_browser']])(
    'is there after a sign-in by %s',
    async (method) => {
      await save({ second_factor_from: dayIn(0) });
      await signedInBy(editor, ['password', method]);
      expect((await datasets()).status).toBe(200);
    },
  );

  test('that is required later is announced, and refuses nobody yet', async () => {
    await save({ second_factor_from: dayIn(14) });
    expect((await datasets()).status).toBe(200);
    const day = `${dayIn(14)}T00:00:00`;
    expect(await membership()).toMatchObject({
      requirement: null,
      second_factor_from: expect.stringContaining(day) as string,
    });
    expect(await membership(owner)).toMatchObject({ second_factor_from: null });
  });

  test('is announced to the Owners by a mail, once it is saved', async () => {
    await fixture.mails();
    await save({ second_factor_from: dayIn(14) });
    await save({ allowed_methods: ['sso'] });
    const sent = (await fixture.mails()).map(({ to, subject }) => ({ to, subject }));
    expect(sent).toEqual([
      {
        to: owner.address,
        subject: expect.stringMatching(/^The sign-in policy of .+ was changed$/) as string,
      },
    ]);
  });

  test('does not keep a member from leaving', async () => {
    await save({ second_factor_from: dayIn(0) });
    expect((await editor.call('POST', `/organizations/${id}/leave`)).status).toBe(204);
  });

  test('of the caller is needed to require one, on any day', async () => {
    await signedInBy(owner, ['password']);
    for (const days of [0, 30]) {
      const refused = await save({ second_factor_from: dayIn(days) });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        message: expect.stringContaining('lock yourself out') as string,
      });
    }
    expect(await membership()).toMatchObject({ second_factor_from: null });
  });

  test('cannot be required from a day that is far away, or that is none', async () => {
    for (const day of [dayIn(400), '2026-02-30', 'soon']) {
      const refused = await save({ second_factor_from: day });
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ issues: [{ path: 'second_factor_from' }] });
    }
  });
});

describe('the ways to sign in', () => {
  test('that are not allowed are refused, also to write', async () => {
    await signedInBy(owner, ['passkey']);
    await save({ allowed_methods: ['passkey', 'sso'] });
    expect((await datasets(owner)).status).toBe(200);
    const refused = await editor.call('POST', '/datasets', {
      organizationId: id,
      json: { name: 'x' },
    });
    expect(refused.status).toBe(403);
    expect(await membership()).toMatchObject({
      requirement: 'method',
      allowed_methods: ['passkey', 'sso'],
    });
  });

  test('include the provider of this organization, and not that of another one', async () => {
    await save({ allowed_methods: ['password', 'sso'] });
    await signedInBy(editor, ['sso']);
    expect((await datasets()).status).toBe(403);
    const provided = async (organization: string) => {
      await fixture.database.query('DELETE FROM sso_sessions');
      await fixture.database.query(
        `INSERT INTO sso_sessions (session_id, organization_id, issuer, subject)
         SELECT id, $2, 'https://login.example.com', 'ada' FROM sessions WHERE account_id = $1`,
        [editor.accountId, organization],
      );
    };
    await provided(await fixture.organization(owner));
    expect((await datasets()).status).toBe(403);
    await provided(id);
    expect((await datasets()).status).toBe(200);
  });

  test('of the provider of another organization are refused without a policy too', async () => {
    await signedInBy(editor, ['sso']);
    expect((await datasets()).status).toBe(403);
    expect(await membership()).toMatchObject({
      requirement: 'method',
      allowed_methods: ['password', 'passkey', 'mail'],
    });
    await signedInBy(editor, ['sso', 'passkey']);
    expect((await datasets()).status).toBe(200);
  });

  test('of the caller must be one of them', async () => {
    expect((await save({ allowed_methods: ['sso'] })).status).toBe(409);
    expect((await save({ allowed_methods: [] })).status).toBe(422);
  });
});

describe('a session that is not used', () => {
  test('is asked to authenticate again, and then goes on', async () => {
    await save({ idle_minutes: 30 });
    await age(29);
    expect((await datasets()).status).toBe(200);
    await age(31);
    const refused = await datasets();
    expect(refused.status).toBe(403);
    expect(refused.headers.get(REAUTHENTICATE_HEADER)).toBe('sso');
    expect(await membership()).toMatchObject({ requirement: 'idle' });
    await editor.call('POST', '/accounts/reauthenticate', { json: { password: PASSWORD } });
    expect((await datasets()).status).toBe(200);
  });

  test('is not used again by a request that is refused, or by one of another organization', async () => {
    await save({ idle_minutes: 30 });
    await age(31);
    await datasets();
    const other = await fixture.organization(editor);
    await editor.call('GET', '/datasets', { organizationId: other });
    expect((await datasets()).status).toBe(403);
  });

  test('is kept by use', async () => {
    await save({ idle_minutes: 30 });
    await age(20);
    expect((await datasets()).status).toBe(200);
    const [session] = await fixture.database.query<{ recent: boolean }>(
      `SELECT seen_at > now() - interval '1 minute' AS recent FROM sessions WHERE account_id = $1`,
      [editor.accountId],
    );
    expect(session?.recent).toBe(true);
  });
});

test('a policy that is switched on during writes is met by all that are acknowledged after it', async () => {
  await signedInBy(owner, ['passkey']);
  const rounds = hardCount(5, 200);
  for (let round = 0; round < rounds; round += 1) {
    await save({});
    const writes = Array.from({ length: 4 }, (_, place) =>
      editor.call('POST', '/datasets', { organizationId: id, json: { name: `${round} ${place}` } }),
    );
    const saved = await save({ second_factor_from: dayIn(0) });
    expect(saved.status).toBe(204);
    const after = await editor.call('POST', '/datasets', {
      organizationId: id,
      json: { name: 'x' },
    });
    expect(after.status).toBe(403);
    for (const { status } of await Promise.all(writes)) expect([201, 403]).toContain(status);
  }
});

test('what members can sign in with is shown to Owners and Admins only', async () => {
  const seen = (await list(owner)).members.find(({ account }) => account.id === editor.accountId);
  expect(seen?.factors).toEqual({ password: true, totp: false, passkeys: 0 });
  expect((await list(editor)).members.every(({ factors }) => factors === null)).toBe(true);
});
