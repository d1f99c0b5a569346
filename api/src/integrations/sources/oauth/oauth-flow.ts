import * as v from 'valibot';

import type { SourceHttp } from '../http/source-http.ts';
import { SourceError } from '../source-error.ts';
import { accountOf } from './account.ts';
import type { OAuthProvider } from './providers.ts';
import { tokensSchema, type TokenResponse } from './token-response.ts';

/** What a person's connection consists of. It is stored encrypted. */
export interface OAuthTokens {
  accessToken: string;
  refreshToken?: string | undefined;
  /** When it is renewed, some time before it ends; undefined for one that does not end. */
  expiresAt?: Date | undefined;
  /** Whom the source is connected as, for people. */
  account: string;
}

/** What an operator has registered at a provider. */
export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

interface FlowContext {
  http: SourceHttp;
  now: () => Date;
}

/** A token is renewed so long before it ends: clocks differ, and requests take time. */
const MARGIN_SECONDS = 120;
const LIFETIME_MAX_SECONDS = 366 * 24 * 60 * 60;
const refusalSchema = v.object({
  error: v.optional(v.string(), ''),
  error_description: v.optional(v.string(), ''),
});

/** Errors of RFC 6749, 5.2, and of providers, after which a person has to sign in again. */
const ENDED = new Set([
  'invalid_grant',
  'interaction_required',
  'consent_required',
  'login_required',
]);

/** Returns where a person signs in. `challenge` is S256 (RFC 7636), and left out where the provider takes none. */
export function authorizeUrl(
  provider: OAuthProvider,
  {
    clientId,
    redirectUri,
    state,
    challenge,
  }: Record<'clientId' | 'redirectUri' | 'state' | 'challenge', string>,
): string {
  const url = new URL(provider.authorizeUrl);
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
    ...(provider.scopes.length > 0 && { scope: provider.scopes.join(' ') }),
    ...(provider.hasChallenge && { code_challenge: challenge, code_challenge_method: 'S256' }),
    ...provider.parameters,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Returns the tokens for the code that a person came back with.
 * @throws {SourceError} `not_connected` for a code that does not count, `forbidden` where access was not granted.
 */
export async function exchangeCode(
  provider: OAuthProvider,
  client: OAuthClient,
  { code, verifier, redirectUri }: Record<'code' | 'verifier' | 'redirectUri', string>,
  context: FlowContext,
): Promise<OAuthTokens> {
  const read = await requestTokens(provider, client, context, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(provider.hasChallenge && { code_verifier: verifier }),
  });
  const { neededScope, needsRefreshToken } = provider;
  if (neededScope !== undefined && read.scope?.split(' ').includes(neededScope) === false) {
    throw new SourceError('forbidden', {
      message: 'Access to files was not granted. Connect again, and allow it.',
    });
  }
  const refreshToken = read.refresh_token ?? undefined;
  if (needsRefreshToken && refreshToken === undefined) {
    throw new SourceError('not_connected', {
      message: 'The provider gave no lasting access. Connect the source again.',
    });
  }
  const account = await accountOf(provider, read, context.http);
  return { accessToken: read.access_token, refreshToken, expiresAt: endOf(read, context), account };
}

/**
 * Returns new tokens. The refresh token may be another one: the old one may not count any more.
 * @throws {SourceError} `not_connected` where access was withdrawn or has ended.
 */
export async function refresh(
  provider: OAuthProvider,
  client: OAuthClient,
  { refreshToken, account }: OAuthTokens,
  context: FlowContext,
): Promise<OAuthTokens> {
  if (refreshToken === undefined) throw new SourceError('not_connected');
  const read = await requestTokens(provider, client, context, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  return {
    accessToken: read.access_token,
    refreshToken: read.refresh_token ?? refreshToken,
    expiresAt: endOf(read, context),
    account,
  };
}

async function requestTokens(
  { tokenUrl, request }: OAuthProvider,
  { clientId, clientSecret }: OAuthClient,
  { http }: FlowContext,
  grant: Readonly<Record<string, string>>,
): Promise<TokenResponse> {
  const fields =
    request === 'json-basic'
      ? grant
      : { ...grant, client_id: clientId, client_secret: clientSecret };
  const isForm = request === 'form';
  const response = await http.request(tokenUrl, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(request === 'json-basic' && {
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      }),
    },
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
    bytesMax: 256 * 1024,
    redirects: false,
    accept: [400, 401, 403],
  });
  const body = parsed(await response.text());
  if (response.status !== 200) throw refusalOf(body);
  const read = v.safeParse(tokensSchema, body);
  // Nothing of the response is in the error: it may have tokens.
  if (!read.success) throw new SourceError('invalid_response');
  return read.output;
}

/** The message of an error of `JSON.parse` shows what it read. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refusalOf(body: unknown): SourceError {
  const read = v.safeParse(refusalSchema, body);
  const { error, error_description: description } = read.success
    ? read.output
    : { error: '', error_description: '' };
  // Atlassian says so of a refresh token that has ended.
  const isEnded =
    ENDED.has(error) || (error === 'unauthorized_client' && /refresh_token/.test(description));
  if (isEnded) return new SourceError('not_connected');
  return new SourceError('sign_in', {
    message: 'The provider refused the client that the operator of this server has registered.',
  });
}

function endOf({ expires_in: seconds }: TokenResponse, { now }: FlowContext): Date | undefined {
  if (seconds === undefined || !Number.isFinite(seconds)) return undefined;
  const lifetime = Math.min(Math.max(seconds, 0), LIFETIME_MAX_SECONDS);
  const used = Math.max(lifetime - MARGIN_SECONDS, lifetime / 2);
  return new Date(now().getTime() + used * 1000);
}
