import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { readJson, type Visitor } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;

beforeAll(async () => {
  fixture = await createSsoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.save());
afterEach(() => fixture.provider.reset());

const isVouchedFor = async (visitor: Visitor) => {
  const user = await readJson<{ id: string }>(await visitor.call('GET', '/accounts/current'));
  const [row] = await fixture.server.database.query<{ recent: boolean }>(
    `SELECT bool_or(o.vouched_at > now() - interval '1 minute') AS recent
     FROM sso_sessions o JOIN sessions s ON s.id = o.session_id WHERE s.account_id = $1`,
    [user.id],
  );
  return row?.recent;
};

test('is what a sign-in does only if the provider asked just now', async () => {
  const now = Math.floor(Date.now() / 1000);
  fixture.provider.claims = { sub: 'old', email: `old@${DOMAIN}`, auth_time: now - 3600 };
  const { visitor } = await fixture.signIn();
  expect(await isVouchedFor(visitor)).toBe(false);
  const again = async (claims: object) => {
    fixture.provider.claims = { sub: 'old', email: `old@${DOMAIN}`, ...claims };
    const begun = await visitor.call('POST', '/accounts/reauthenticate/sso', {
      json: { return_path: '/account' },
    });
    const { redirect_url: url } = await readJson<{ redirect_url: string }>(begun);
    const { parameters } = fixture.provider.read(url);
    expect([parameters.get('max_age'), parameters.get('prompt')]).toEqual(['0', 'login']);
    return fixture.comeBack(visitor, fixture.provider.signIn(url));
  };
  expect(await again({ auth_time: now - 3600 })).toBe('/login/sso?failed=refused');
  expect(await again({ auth_time: undefined })).toBe('/login/sso?failed=refused');
  expect(await again({ sub: 'someone else' })).toBe('/login/sso?failed=other_account');
  expect(await isVouchedFor(visitor)).toBe(false);
  expect(await again({})).toBe('/account');
  expect(await isVouchedFor(visitor)).toBe(true);
});

test('needs an identity', async () => {
  const response = await fixture.owner.call('POST', '/accounts/reauthenticate/sso', { json: {} });
  expect(response.status).toBe(404);
});
