import { afterEach, expect, test } from 'vitest';

import { startOAuthServer } from '@carrel/testing/sources/oauth-server.ts';
import { createSourceContext } from '@carrel/testing/sources/source-context.ts';
import { SourceError } from '../source-error.ts';
import { createAccessToken } from './access-token.ts';
import { authorizeUrl, exchangeCode, refresh, type OAuthTokens } from './oauth-flow.ts';
import { OAUTH_PROVIDERS, type OAuthProvider } from './providers.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const CLIENT = { clientId: 'client', clientSecret: 'client-secret' };
const GRANT = {
  code: 'code',
  verifier: 'verifier',
  redirectUri: 'https://carrel.example.com/callback',
};
const NOW = new Date('2026-11-30T10:00:00Z');

async function start(kind: keyof typeof OAUTH_PROVIDERS = 'google-drive') {
  const server = await startOAuthServer();
  ends.push(() => server.stop());
  const sourceContext = await createSourceContext();
  ends.push(() => sourceContext.close());
  const { http } = sourceContext;
  const { accountUrl, ...rest } = OAUTH_PROVIDERS[kind];
  const provider: OAuthProvider = {
    ...rest,
    tokenUrl: `${server.url}/token`,
    ...(accountUrl !== undefined && { accountUrl: `${server.url}/me` }),
  };
  return { server, provider, http, context: { http, now: () => NOW } };
}

test.each([
  [
    'google-drive',
    [
      'access_type=offline',
      'prompt=consent',
      'code_challenge=challenge',
      'code_challenge_method=S256',
      'drive.readonly',
    ],
  ],
  ['microsoft', ['offline_access', 'Files.Read.All', 'code_challenge=challenge']],
  ['confluence', ['audience=api.atlassian.com', 'offline_access', 'prompt=consent']],
  ['notion', ['owner=user']],
] as const)('a person of %s signs in at the provider', (kind, parts) => {
  const url = authorizeUrl(OAUTH_PROVIDERS[kind], {
    clientId: 'client',
    redirectUri: GRANT.redirectUri,
    state: 'a&b',
    challenge: 'challenge',
  });
  for (const part of parts) expect(url).toContain(part);
  expect(url).toMatch(/^https:\/\/[a-z.]+\.(?:google|microsoftonline|atlassian|notion)\.com\//);
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    client_id: 'client',
    redirect_uri: GRANT.redirectUri,
    response_type: 'code',
    state: 'a&b',
  });
});

test.each([
  ['google-drive', 'eve@example.com'],
  ['microsoft', 'eve@example.com'],
  ['confluence', 'ann@example.com'],
  ['notion', 'eve@example.com'],
] as const)('a code of %s is exchanged for tokens, and renewed', async (kind, account) => {
  const { server, provider, context } = await start(kind);
  const tokens = await exchangeCode(provider, CLIENT, GRANT, context);
  expect(tokens).toEqual({
    accessToken: 'access-0',
    refreshToken: 'refresh-0',
    expiresAt: new Date('2026-11-30T10:58:00Z'),
    account,
  });
  expect(await refresh(provider, CLIENT, tokens, context)).toMatchObject({
    accessToken: 'access-1',
    refreshToken: 'refresh-1',
    account,
  });
  server.state.fields = { refresh_token: undefined, expires_in: undefined };
  const kept = await refresh(provider, CLIENT, { ...tokens, refreshToken: 'refresh-1' }, context);
  expect(kept).toMatchObject({ refreshToken: 'refresh-1' });
  expect(kept.expiresAt).toBeUndefined();
});

test.each([
  [{ expires_in: 60 }, '2026-11-30T10:00:30Z'],
  [{ expires_in: '3600' }, '2026-11-30T10:58:00Z'],
  [{ expires_in: -5 }, '2026-11-30T10:00:00Z'],
  [{ expires_in: 1e300 }, '2027-12-01T09:58:00Z'],
])('a token with %o is renewed before it ends', async (fields, expiresAt) => {
  const { server, provider, context } = await start();
  server.state.fields = fields;
  const tokens = await exchangeCode(provider, CLIENT, GRANT, context);
  expect(tokens.expiresAt).toEqual(new Date(expiresAt));
});

test('what a person did not allow, and what does not last, is refused', async () => {
  const { server, provider, context } = await start();
  server.state.fields = { scope: 'openid email' };
  await expect(exchangeCode(provider, CLIENT, GRANT, context)).rejects.toMatchObject({
    code: 'forbidden',
  });
  server.state.fields = { refresh_token: undefined };
  await expect(exchangeCode(provider, CLIENT, GRANT, context)).rejects.toMatchObject({
    code: 'not_connected',
  });
});

const failureOf = async (act: () => Promise<unknown>) => {
  const error: unknown = await act().catch((reason: unknown) => reason);
  if (!(error instanceof SourceError)) throw new Error('It did not fail');
  const shown = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
  expect(shown).not.toMatch(/client-secret|refresh-|access-|verifier/);
  return error.code;
};

test('refusals have their meaning, and show neither tokens nor the secret', async () => {
  const { server, provider, context } = await start();
  const tokens: OAuthTokens = { accessToken: 'access-0', refreshToken: 'refresh-old', account: '' };
  expect(await failureOf(() => refresh(provider, CLIENT, tokens, context))).toBe('not_connected');
  expect(
    await failureOf(() =>
      refresh(provider, CLIENT, { accessToken: 'access-0', account: '' }, context),
    ),
  ).toBe('not_connected');
  expect(
    await failureOf(() => exchangeCode(provider, CLIENT, { ...GRANT, code: 'used' }, context)),
  ).toBe('not_connected');
  const other = { ...CLIENT, clientId: 'other' };
  expect(await failureOf(() => exchangeCode(provider, other, GRANT, context))).toBe('sign_in');
  const responses = [
    [
      {
        status: 403,
        json: { error: 'unauthorized_client', error_description: 'refresh_token is invalid' },
      },
      'not_connected',
    ],
    [{ status: 200, bytes: 'access-0 is no JSON' }, 'invalid_response'],
    [{ status: 200, json: { access_token: '' } }, 'invalid_response'],
    [{ status: 302, headers: { Location: 'https://elsewhere.example' } }, 'invalid_response'],
  ] as const;
  for (const [response, code] of responses) {
    server.faults.push({ when: /token/, ...response });
    expect(await failureOf(() => refresh(provider, CLIENT, tokens, context))).toBe(code);
  }
});

/** A store in memory, whose lock is taken by one task at a time. */
function memoryStore(tokens: OAuthTokens | undefined) {
  const state = { tokens, saved: 0, last: Promise.resolve() as Promise<unknown> };
  return {
    state,
    read: () => Promise.resolve(state.tokens),
    save: (next: OAuthTokens) => {
      state.tokens = next;
      state.saved += 1;
      return Promise.resolve();
    },
    exclusively: <T>(task: () => Promise<T>): Promise<T> => {
      const result = state.last.then(task);
      state.last = result.catch(() => undefined);
      return result;
    },
  };
}

const ENDED: OAuthTokens = {
  accessToken: 'access-0',
  refreshToken: 'refresh-0',
  expiresAt: NOW,
  account: 'ann@example.com',
};

test('a token is renewed once for all who ask, in several processes too, and kept before it is used', async () => {
  const { server, provider, context } = await start();
  const store = memoryStore(ENDED);
  const options = { provider, client: CLIENT, ...context };
  const processes = [createAccessToken(store, options), createAccessToken(store, options)];
  const tokens = await Promise.all(
    [...processes, ...processes].map((accessToken) => accessToken()),
  );
  expect(new Set(tokens)).toEqual(new Set(['access-1']));
  expect(server.state.renewals).toBe(1);
  expect(store.state).toMatchObject({
    saved: 1,
    tokens: { refreshToken: 'refresh-1', account: 'ann@example.com' },
  });
  expect(await processes[0]?.()).toBe('access-1');
  expect(server.state.renewals).toBe(1);
});

test('a token that is refused is renewed before its time, and another one is not', async () => {
  const { server, provider, context } = await start();
  const store = memoryStore({ ...ENDED, expiresAt: undefined });
  const accessToken = createAccessToken(store, { provider, client: CLIENT, ...context });
  expect(await accessToken()).toBe('access-0');
  expect(await accessToken('older')).toBe('access-0');
  expect(await Promise.all([accessToken('access-0'), accessToken('access-0')])).toEqual([
    'access-1',
    'access-1',
  ]);
  expect(server.state.renewals).toBe(1);
});

test('tokens that cannot be kept are not used, and a connection that was withdrawn has ended', async () => {
  const { server, provider, context } = await start();
  const store = memoryStore(ENDED);
  const options = { provider, client: CLIENT, ...context };
  const failing = { ...store, save: () => Promise.reject(new Error('The disk is full')) };
  await expect(createAccessToken(failing, options)()).rejects.toThrow('The disk is full');
  server.state.isWithdrawn = true;
  const accessToken = createAccessToken(store, options);
  await expect(accessToken()).rejects.toMatchObject({ code: 'not_connected' });
  await expect(createAccessToken(memoryStore(undefined), options)()).rejects.toMatchObject({
    code: 'not_connected',
  });
  server.state.isWithdrawn = false;
  server.state.refreshToken = 'refresh-0';
  expect(await accessToken()).toMatch(/^access-/);
});
