import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createSsoFixture, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;
let path: string;

beforeAll(async () => {
  fixture = await createSsoFixture();
  path = `/organizations/${fixture.organizationId}/identity-provider`;
});
afterAll(() => fixture.close());
beforeEach(() => fixture.server.database.query('DELETE FROM identity_providers'));

const messageOf = async (response: Response) =>
  (await readJson<{ message: string }>(response)).message;

test('an Owner sets up a provider, whose secret is never shown, and Owners get a mail', async () => {
  const empty = await fixture.owner.call('GET', path);
  const { publicUrl } = fixture.server.dependencies.settings;
  expect(await empty.json()).toEqual({
    provider: null,
    redirect_uri: `${publicUrl}/api/v1/accounts/login/sso/callback/${fixture.organizationId}`,
    backchannel_logout_uri: `${publicUrl}/api/v1/accounts/login/sso/backchannel-logout/${fixture.organizationId}`,
  });
  await fixture.server.mails();
  const saved = await fixture.save({
    role_claim: 'groups',
    role_mapping: [{ value: 'a', role: 'Admin' }],
  });
  const text = await saved.text();
  expect(text).not.toContain(fixture.provider.clientSecret);
  expect(JSON.parse(text)).toMatchObject({
    provider: {
      issuer: fixture.provider.issuer,
      role_mapping: [{ value: 'a', role: 'Admin' }],
      enforced: false,
    },
  });
  const [row] = await fixture.server.database.query<{ secret: Uint8Array }>(
    'SELECT client_secret AS secret FROM identity_providers',
  );
  expect(Buffer.from(row?.secret ?? []).toString('latin1')).not.toContain('a secret');
  const [mail] = await fixture.server.mails();
  expect(mail?.to).toBe(fixture.owner.address);
  expect(mail?.subject).toBe('Single sign-on of Firm was changed');
});

test('a secret stays where none is sent, and is not sent to another issuer', async () => {
  await fixture.save();
  const { client_secret: _, ...input } = {
    client_secret: '',
    issuer: fixture.provider.issuer,
    client_id: 'carrel',
    default_role: 'Editor',
    enabled: true,
    enforced: false,
  };
  expect((await fixture.owner.call('PUT', path, { json: input })).status).toBe(200);
  expect((await fixture.signIn()).location).toBe('/dashboard');
  const moved = await fixture.owner.call('PUT', path, {
    json: { ...input, issuer: 'https://login.example.com' },
  });
  expect(moved.status).toBe(422);
  expect(await messageOf(moved)).toBe('Client secret is required');
});

test('a change needs a recent sign-in', async () => {
  const set = (time: string) =>
    fixture.server.database.query(`UPDATE sessions SET authenticated_at = ${time}`);
  await set('to_timestamp(0)');
  expect((await fixture.save()).status).toBe(403);
  await set('now()');
  expect((await fixture.save()).status).toBe(200);
  await set('to_timestamp(0)');
  expect((await fixture.owner.call('DELETE', path)).status).toBe(403);
  await set('now()');
  expect((await fixture.owner.call('DELETE', path)).status).toBe(204);
  expect((await fixture.owner.call('DELETE', path)).status).toBe(404);
});

test('Admins and others do not see it', async () => {
  const admin = await fixture.server.member(fixture.organizationId, 'Admin');
  const refused = await admin.call('GET', path);
  expect(refused.status).toBe(403);
  expect(await messageOf(refused)).toBe('Only an Owner can see single sign-on.');
});

test.each([
  [{ default_role: 'Owner' }, 'Choose Viewer, Editor or Admin'],
  [{ role_mapping: [{ value: 'a', role: 'Owner' }] }, 'Choose Viewer, Editor or Admin'],
  [{ enabled: false, enforced: true }, 'Enable single sign-on to require it'],
  [{ client_id: ' ' }, 'Client ID is required'],
])('%j is refused', async (changes, message) => {
  const refused = await fixture.save(changes as object);
  expect(refused.status).toBe(422);
  expect(await messageOf(refused)).toBe(message);
});
