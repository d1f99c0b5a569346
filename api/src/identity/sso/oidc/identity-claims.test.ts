import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import type { Visitor } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;

beforeAll(async () => {
  fixture = await createSsoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.save());
afterEach(() => fixture.provider.reset());

/** What a provider says about itself is kept for a while, unless an Owner tests the connection. */
const discoverAnew = () =>
  fixture.owner.call('POST', `/organizations/${fixture.organizationId}/identity-provider/test`, {
    json: { issuer: fixture.provider.issuer },
  });

const isSignedIn = async (visitor: Visitor) =>
  (await visitor.call('GET', '/accounts/current')).status === 200;

test.each<[Record<string, unknown>, string]>([
  [{ email: 'ada@elsewhere.example' }, 'address'],
  [{ email: `ada@sub.${DOMAIN}` }, 'address'],
  [{ email: undefined }, 'address'],
  [{ email: [`stranger@${DOMAIN}`] }, 'address'],
  [{ email: `Ada <stranger@${DOMAIN}>` }, 'address'],
  [{ email: `a@b@${DOMAIN}` }, 'address'],
  [{ email: `stranger@${DOMAIN}.` }, 'address'],
  [{ email: 1 }, 'address'],
  // Letters that are k and s once they are compared without case.
  [{ email: `strange\u212a@${DOMAIN}` }, 'address'],
  [{ email: 'ada@firm.example\u017f' }, 'address'],
  [{ email_verified: false }, 'unverified'],
  [{ email_verified: 'false' }, 'unverified'],
  [{ email_verified: 'False' }, 'unverified'],
  [{ email_verified: 'TRUE' }, 'unverified'],
  [{ email_verified: 'no' }, 'unverified'],
  [{ email_verified: '0' }, 'unverified'],
  [{ email_verified: 0 }, 'unverified'],
  [{ email_verified: 1 }, 'unverified'],
  [{ email_verified: null }, 'unverified'],
  [{ email_verified: [] }, 'unverified'],
  [{ sub: 7 }, 'refused'],
  [{ sub: '' }, 'refused'],
  [{ sub: null }, 'refused'],
  [{ sub: ['x'] }, 'refused'],
  [{ sub: 'x'.repeat(10_000) }, 'refused'],
  [{ sub: 'x\u0000' }, 'refused'],
  [{ sub: 'x\ud800' }, 'refused'],
])('a first sign-in with %j is refused', async (claims, failure) => {
  fixture.provider.claims = { sub: 'stranger', email: `stranger@${DOMAIN}`, ...claims };
  const { visitor, location } = await fixture.signIn();
  expect(location).toBe(`/login/sso?failed=${failure}`);
  expect(await isSignedIn(visitor)).toBe(false);
});

test.each([[true], ['true'], [undefined]])(
  'email_verified %j is accepted, with an address in any case and with spaces around',
  async (verified) => {
    const local = `verified-${String(verified)}-${typeof verified}`;
    fixture.provider.claims = {
      sub: local,
      email: `  ${local.toUpperCase()}@FIRM.example `,
      email_verified: verified,
    };
    const { visitor } = await fixture.signIn();
    expect(await isSignedIn(visitor)).toBe(true);
  },
);

test('a sign-in is refused where the provider says elsewhere that the address is not verified', async () => {
  const { provider } = fixture;
  provider.metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
  await discoverAnew();
  provider.instead['/userinfo'] = (_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ sub: 'two', email: `two@${DOMAIN}`, email_verified: false }));
  provider.claims = { sub: 'two', email: undefined, email_verified: true };
  expect((await fixture.signIn()).location).toBe('/login/sso?failed=unverified');
  provider.metadata = {};
  await discoverAnew();
});
