import { GRANT_SCOPES } from '@carrel/shared/contract';
import { Hono } from 'hono';

import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readForm } from '../../../platform/http/bodies/read-form.ts';
import { isUuid } from '../../../platform/http/bodies/validate.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { byNetwork } from '../../../platform/http/limits/limit.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { answered, OAuthError } from '../oauth-error.ts';
import { ACCESS_SECONDS, redeemCode, refreshTokens, revokeToken } from './issue-tokens.ts';
import type { TokenPair } from './token-pair.ts';

const BODY_BYTES_MAX = 16 * 1024;

const invalidGrant = () =>
  new OAuthError(
    'invalid_grant',
    'The code or refresh token is not valid: it has expired, was used, or was revoked. Connect again.',
  );

/** Where a program exchanges codes and refresh tokens (OAuth 2.1), and gives tokens back (RFC 7009). */
export function tokenRoutes({ database }: Dependencies): Hono<ApiEnv> {
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  const issue = (c: ApiContext, form: Form): Promise<TokenPair | undefined> => {
    const clientId = form.clientId();
    const ip = clientAddress(c);
    const grantType = form.required('grant_type');
    if (grantType === 'authorization_code') {
      const request = {
        clientId,
        code: form.required('code'),
        redirectUri: form.required('redirect_uri'),
        verifier: form.required('code_verifier'),
        resource: form.optional('resource'),
      };
      return database.transaction((tx) => redeemCode(tx, request, ip));
    }
    if (grantType === 'refresh_token') {
      const refresh = form.required('refresh_token');
      return database.transaction((tx) => refreshTokens(tx, { refresh, clientId }, ip));
    }
    throw new OAuthError(
      'unsupported_grant_type',
      'The grant_type must be authorization_code or refresh_token.',
    );
  };

  routes.post('/oauth/token', (c) =>
    answered(c, async () => {
      const form = await readFields(c);
      await limits.take(limitOf('oauth-token', byNetwork(c)));
      const tokens = await issue(c, form);
      if (tokens === undefined) throw invalidGrant();
      return c.json({
        access_token: tokens.access,
        token_type: 'Bearer',
        expires_in: ACCESS_SECONDS,
        refresh_token: tokens.refresh,
        scope: GRANT_SCOPES.join(' '),
      });
    }),
  );

  routes.post('/oauth/revoke', (c) =>
    answered(c, async () => {
      const form = await readFields(c);
      await limits.take(limitOf('oauth-token', byNetwork(c)));
      const request = { token: form.required('token'), clientId: form.clientId() };
      await database.transaction((tx) => revokeToken(tx, request, clientAddress(c)));
      // The same for a token that is unknown (RFC 7009, 2.2).
      return c.json({});
    }),
  );

  return routes;
}

/** The fields of a form, each at most once. */
interface Form {
  required(name: string): string;
  optional(name: string): string | undefined;
  clientId(): string;
}

async function readFields(c: ApiContext): Promise<Form> {
  const fields = await readForm(c, BODY_BYTES_MAX);
  const optional = (name: string) => {
    const [value, ...more] = fields.getAll(name);
    if (more.length > 0) throw new OAuthError('invalid_request', `Send ${name} once.`);
    return value;
  };
  const required = (name: string) => {
    const value = optional(name);
    if (!value) throw new OAuthError('invalid_request', `The field ${name} is missing.`);
    return value;
  };
  const clientId = () => {
    const id = required('client_id');
    if (!isUuid(id)) throw new OAuthError('invalid_client', 'This program is not registered.');
    return id.toLowerCase();
  };
  return { required, optional, clientId };
}
