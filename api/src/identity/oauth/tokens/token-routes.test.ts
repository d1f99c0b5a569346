import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fetchOf, mcpUrl } from '@carrel/testing/mcp/mcp-client.ts';
import {
  CHALLENGE,
  createOAuthFixture,
  errorOf,
  INVALID_GRANT,
  ORIGIN,
  tokensOf,
  type OAuthFixture,
} from '@carrel/testing/mcp/oauth-fixture.ts';

let fixture: OAuthFixture;

beforeAll(async () => {
  fixture = await createOAuthFixture();
});
afterAll(() => fixture.server.close());

describe('a code', () => {
  test('that is used twice ends what it was exchanged for', async () => {
    const code = await fixture.newCode();
    const tokens = await tokensOf(fixture.exchange(code));
    expect(await fixture.use(tokens.access_token)).toBe(200);
    expect(await errorOf(fixture.exchange(code))).toEqual(INVALID_GRANT);
    expect(await fixture.lastReason()).toBe('code_reused');
    expect(await fixture.use(tokens.access_token)).toBe(401);
    expect(await errorOf(fixture.refresh(tokens.refresh_token))).toEqual(INVALID_GRANT);
  });

  test('that many exchange at once is exchanged once at most', async () => {
    const code = await fixture.newCode();
    const responses = await Promise.all(Array.from({ length: 10 }, () => fixture.exchange(code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each<[string, Record<string, string>]>([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['its challenge as verifier', { code_verifier: CHALLENGE }],
    ['another address', { redirect_uri: 'http://127.0.0.1:4712/callback' }],
    ['another workspace', { resource: mcpUrl('00000000-0000-4000-8000-000000000000') }],
  ])('with %s is refused, and then worth nothing', async (_, more) => {
    const code = await fixture.newCode();
    expect(await errorOf(fixture.exchange(code, more))).toEqual(INVALID_GRANT);
    expect(await errorOf(fixture.exchange(code))).toEqual(INVALID_GRANT);
    expect(await fixture.lastReason()).toBe('code_refused');
  });

  test('of another program is refused', async () => {
    const code = await fixture.newCode();
    expect(await errorOf(fixture.exchange(code, { client_id: await fixture.newClient() }))).toEqual(
      INVALID_GRANT,
    );
  });

  test('that is older than a minute is refused', async () => {
    const code = await fixture.newCode();
    const [grant] = await fixture.server.database.query<{ seconds: number }>(
      `UPDATE oauth_grants SET expires_at = now() WHERE redeemed_at IS NULL AND code_hash = sha256($1::bytea)
       RETURNING extract(epoch FROM expires_at - created_at)::float8 AS seconds`,
      [Buffer.from(code)],
    );
    expect(grant).toBeDefined();
    expect(await errorOf(fixture.exchange(code))).toEqual(INVALID_GRANT);
  });

  test('lives for a minute', async () => {
    await fixture.newCode();
    const [grant] = await fixture.server.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM expires_at - created_at)::float8 AS seconds FROM oauth_grants
       WHERE redeemed_at IS NULL ORDER BY created_at DESC LIMIT 1`,
    );
    expect(grant?.seconds).toBe(60);
  });
});

describe('a refresh token', () => {
  test('is not issued for longer than a year after the grant', async () => {
    const first = await tokensOf(fixture.exchange(await fixture.newCode()));
    const age = (days: number) =>
      fixture.server.database.query(
        `UPDATE oauth_grants SET created_at = now() - $1 * interval '1 day'`,
        [days],
      );
    await age(364);
    const second = await tokensOf(fixture.refresh(first.refresh_token));
    await age(366);
    const third = await tokensOf(fixture.refresh(second.refresh_token));
    expect(await fixture.use(third.access_token)).toBe(401);
    expect(await errorOf(fixture.refresh(third.refresh_token))).toEqual(INVALID_GRANT);
  });

  test('is replaced at each use, and ends the grant if it comes again', async () => {
    const first = await tokensOf(fixture.exchange(await fixture.newCode()));
    const second = await tokensOf(fixture.refresh(first.refresh_token));
    const third = await tokensOf(fixture.refresh(second.refresh_token));
    expect(await fixture.use(first.access_token)).toBe(401);
    expect(await fixture.use(third.access_token)).toBe(200);
    // The oldest one is recognized too.
    expect(await errorOf(fixture.refresh(first.refresh_token))).toEqual(INVALID_GRANT);
    expect(await fixture.lastReason()).toBe('token_reused');
    expect(await fixture.use(third.access_token)).toBe(401);
    expect(await errorOf(fixture.refresh(third.refresh_token))).toEqual(INVALID_GRANT);
  });

  test('of another program, cut or expired is refused', async () => {
    const tokens = await tokensOf(fixture.exchange(await fixture.newCode()));
    const { refresh_token: token } = tokens;
    expect(await errorOf(fixture.refresh(token, { client_id: await fixture.newClient() }))).toEqual(
      INVALID_GRANT,
    );
    expect(await errorOf(fixture.refresh(token.slice(0, -1)))).toEqual(INVALID_GRANT);
    expect(await errorOf(fixture.refresh(tokens.access_token))).toEqual(INVALID_GRANT);
    expect(await fixture.use(tokens.access_token)).toBe(200);
    await fixture.server.database.query(`UPDATE oauth_grants SET expires_at = now()`);
    expect(await errorOf(fixture.refresh(token))).toEqual(INVALID_GRANT);
  });

  test('is no access token, and neither is accepted in an address', async () => {
    const { access_token: access, refresh_token } = await tokensOf(
      fixture.exchange(await fixture.newCode()),
    );
    expect(await fixture.use(refresh_token)).toBe(401);
    for (const token of [access, refresh_token]) {
      const response = await fetchOf(fixture.server)(
        `${mcpUrl(fixture.workspaceId)}?access_token=${token}`,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{}',
        },
      );
      expect(response.status).toBe(400);
    }
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'and all else of its grant ends when its program gives an %s back',
    async (kind) => {
      const tokens = await tokensOf(fixture.exchange(await fixture.newCode()));
      const revoke = (client_id: string) =>
        fixture.form('/oauth/revoke', { client_id, token: tokens[kind] });
      expect((await revoke(await fixture.newClient())).status).toBe(200);
      expect(await fixture.use(tokens.access_token)).toBe(200);
      expect((await revoke(fixture.clientId)).status).toBe(200);
      expect((await revoke(fixture.clientId)).status).toBe(200);
      expect(await fixture.use(tokens.access_token)).toBe(401);
      expect(await errorOf(fixture.refresh(tokens.refresh_token))).toEqual(INVALID_GRANT);
    },
  );
});

test('a request for tokens that is malformed is refused with what is wrong', async () => {
  expect(await errorOf(fixture.form('/oauth/token', {}))).toEqual([400, 'invalid_request']);
  expect(await errorOf(fixture.exchange('', {}))).toEqual([400, 'invalid_request']);
  expect(await errorOf(fixture.exchange('x', { client_id: 'x' }))).toEqual([401, 'invalid_client']);
  expect(await errorOf(fixture.exchange('x', { grant_type: 'password' }))).toEqual([
    400,
    'unsupported_grant_type',
  ]);
  const twice = `client_id=${fixture.clientId}&client_id=${fixture.clientId}&grant_type=refresh_token`;
  expect(await errorOf(fixture.form('/oauth/token', twice))).toEqual([400, 'invalid_request']);
  const json = await fetchOf(fixture.server)(`${ORIGIN}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(json.status).toBe(415);
});

test('only hashes of codes and tokens are stored', async () => {
  const code = await fixture.newCode();
  const tokens = await tokensOf(fixture.exchange(code));
  const rows = await fixture.server.database.query<{ row: string }>(
    'SELECT row_to_json(g)::text AS row FROM oauth_grants g',
  );
  const text = rows.map(({ row }) => row).join('\n');
  for (const secret of [code, tokens['access_token'], tokens['refresh_token']].map(String)) {
    expect(secret.length).toBeGreaterThan(20);
    expect(text).not.toContain(secret.slice(-20));
  }
});
