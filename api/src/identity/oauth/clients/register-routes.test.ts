import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createOAuthFixture,
  elsewhere,
  errorOf,
  ORIGIN,
  type OAuthFixture,
} from '@carrel/testing/mcp/oauth-fixture.ts';
import { fetchOf, mcpUrl } from '@carrel/testing/mcp/mcp-client.ts';
import { REDIRECT_URI } from '@carrel/testing/mcp/oauth-program.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { purgeOAuth } from './client-repository.ts';

let fixture: OAuthFixture;

beforeAll(async () => {
  fixture = await createOAuthFixture();
});
afterAll(() => fixture.server.close());

describe('a program that registers', () => {
  test.each([
    'http://evil.example/callback',
    'https://evil.example/#fragment',
    'https://user:password@evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'custom://callback',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://10.0.0.1/callback',
    'https://evil.example/ https://other.example/',
    'https://evil.example\\@claude.ai/',
    '//evil.example',
    '',
  ])('cannot take codes to %j', async (uri) => {
    const response = fixture.register({ redirect_uris: ['https://claude.ai/callback', uri] });
    expect(await errorOf(response)).toEqual([400, 'invalid_redirect_uri']);
  });

  test.each([
    null,
    [],
    {},
    { redirect_uris: [] },
    { redirect_uris: 'https://a.example/' },
    { redirect_uris: [1] },
    { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://a.example/${at}`) },
    { redirect_uris: [`https://a.example/${'x'.repeat(2000)}`] },
    { redirect_uris: [REDIRECT_URI], grant_types: ['client_credentials'] },
    { redirect_uris: [REDIRECT_URI], response_types: ['token'] },
  ])('with bad metadata is refused: %j', async (metadata) => {
    expect(await errorOf(fixture.register(metadata))).toEqual([400, 'invalid_client_metadata']);
  });

  test('gets no secret, whatever it asks for, and a name that can be shown', async () => {
    const response = await fixture.register({
      client_name: `Carrel\n${'x'.repeat(500)}`,
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: 'mine',
    });
    const registered = await readJson<Record<string, unknown>>(response);
    expect(registered).toMatchObject({
      client_name: 'A program without a name',
      token_endpoint_auth_method: 'none',
    });
    expect(registered).not.toHaveProperty('client_secret');
  });

  test('of more than 16 kB is refused', async () => {
    const response = await fixture.register({
      redirect_uris: [REDIRECT_URI],
      x: 'x'.repeat(20_000),
    });
    expect(response.status).toBe(413);
  });

  test('is one of 30 an hour of its network', async () => {
    const headers = elsewhere();
    const statuses: number[] = [];
    for (let times = 0; times < 31; times += 1) {
      statuses.push((await fixture.register({ redirect_uris: [REDIRECT_URI] }, headers)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429]);
  });

  test('is cleaned up after a day without a person, and after 90 days without use', async () => {
    const [unused, idle, connected] = [
      await fixture.newClient(),
      await fixture.newClient(),
      fixture.clientId,
    ];
    await fixture.newCode();
    await fixture.server.database.query(
      `UPDATE oauth_clients SET created_at = now() - interval '25 hours' WHERE id = $1`,
      [unused],
    );
    await fixture.server.database.query(
      `UPDATE oauth_clients SET used_at = now() - interval '91 days' WHERE id = ANY ($1)`,
      [[idle, connected]],
    );
    await purgeOAuth(fixture.server.database);
    const left = await fixture.server.database.query<{ id: string }>(
      'SELECT id FROM oauth_clients',
    );
    const ids = new Set(left.map(({ id }) => id));
    expect([unused, idle, connected].map((id) => ids.has(id))).toEqual([false, false, true]);
  });
});

test('what programs read to connect names this fixture.server, and nothing of a workspace', async () => {
  const read = async (path: string) => (await fetchOf(fixture.server)(ORIGIN + path)).json();
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await read(`/.well-known/oauth-protected-resource/mcp/${unknown}`)).toMatchObject({
    resource: mcpUrl(unknown),
    authorization_servers: [ORIGIN],
  });
  expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
    issuer: ORIGIN,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
  const other = await fetchOf(fixture.server)(`${ORIGIN}/.well-known/openid-configuration`);
  expect(other.status).toBe(404);
});
