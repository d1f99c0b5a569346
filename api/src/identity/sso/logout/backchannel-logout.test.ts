import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { unsigned, type Lie } from '@carrel/testing/sso/lying-provider.ts';
import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import type { Visitor } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;
let visitor: Visitor;

beforeAll(async () => {
  fixture = await createSsoFixture();
  await fixture.save();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ visitor } = await fixture.signIn());
});
afterEach(() => fixture.provider.reset());

const isSignedIn = async (of: Visitor = visitor) =>
  (await of.call('GET', '/accounts/current')).status === 200;

const claims = (lie: Lie = {}): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: fixture.provider.issuer,
    aud: 'carrel',
    iat: now,
    exp: now + 120,
    jti: crypto.randomUUID(),
    sid: 'session-1',
    sub: 'ada',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...lie,
  };
};

/** As a server calls, without Origin and cookies. */
const send = (token: string, headers: Record<string, string> = {}) =>
  fixture.server.app.request(
    `/api/v1/accounts/login/sso/backchannel-logout/${fixture.organizationId}`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ logout_token: token }).toString(),
    },
  );
const sendSigned = async (lie?: Lie) => send(await fixture.provider.sign(claims(lie)));

test('a session at the provider ends with those that it opened, and no others', async () => {
  fixture.provider.claims = { sid: 'session-2' };
  const other = (await fixture.signIn()).visitor;
  const response = await sendSigned();
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([204, 'no-store']);
  expect(await isSignedIn()).toBe(false);
  expect(await isSignedIn(other)).toBe(true);
  expect(await isSignedIn(fixture.owner)).toBe(true);
});

test('without a session, all of a subject end', async () => {
  fixture.provider.claims = { sub: 'grace', email: `grace@${DOMAIN}` };
  const grace = (await fixture.signIn()).visitor;
  expect((await sendSigned({ sid: undefined })).status).toBe(204);
  expect(await isSignedIn()).toBe(false);
  expect(await isSignedIn(grace)).toBe(true);
});

test('a token counts once', async () => {
  const token = await fixture.provider.sign(claims());
  expect((await send(token)).status).toBe(204);
  ({ visitor } = await fixture.signIn());
  expect((await send(token)).status).toBe(400);
  expect(await isSignedIn()).toBe(true);
});

test.each<[string, Lie]>([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for another audience', { aud: 'another' }],
  ['without an id', { jti: undefined }],
  ['with a nonce, as an ID token', { nonce: 'x' }],
  ['without its event', { events: {} }],
  ['of another event', { events: { 'https://other.example': {} } }],
  [
    'whose event is no object',
    { events: { 'http://schemas.openid.net/event/backchannel-logout': 1 } },
  ],
  ['about nobody', { sub: undefined, sid: undefined }],
  ['of ten minutes ago', { iat: Math.floor(Date.now() / 1000) - 600 }],
  ['without a time', { iat: undefined }],
  ['that has expired', { exp: Math.floor(Date.now() / 1000) - 120 }],
])('a token %s ends nothing', async (_, lie) => {
  const response = await sendSigned(lie);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: 'This logout token is not valid.' });
  expect(await isSignedIn()).toBe(true);
});

test('a token that nobody signed, and no token, end nothing', async () => {
  expect((await send(unsigned(claims()))).status).toBe(400);
  expect((await send('')).status).toBe(400);
  expect((await send('a.b.c')).status).toBe(400);
  expect(await isSignedIn()).toBe(true);
});

test('a page of another site cannot send one', async () => {
  const token = await fixture.provider.sign(claims());
  expect((await send(token, { Origin: 'https://evil.example' })).status).toBe(403);
});

test('only the provider of the organization ends its sessions', async () => {
  const owner = await fixture.server.person();
  const otherId = await fixture.server.organization(owner);
  const path = `/api/v1/accounts/login/sso/backchannel-logout/${otherId}`;
  const response = await fixture.server.app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: await fixture.provider.sign(claims()) }).toString(),
  });
  expect(response.status).toBe(404);
  expect(await isSignedIn()).toBe(true);
});
