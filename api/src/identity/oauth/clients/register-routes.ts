import { nameSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { queueFull } from '../../../platform/http/problems.ts';
import { byNetwork } from '../../../platform/http/limits/limit.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { answered, OAuthError } from '../oauth-error.ts';
import { clientsOf } from './client-repository.ts';
import { isRedirectUri } from './redirect-uri.ts';

const BODY_BYTES_MAX = 16 * 1024;
const REDIRECT_URIS_MAX = 10;
const REDIRECT_URI_MAX = 2000;

const tooMany = () =>
  queueFull(
    'programs',
    3600,
    'Too many programs are registered. Please try again later, or use an API key.',
  );

const metadataSchema = v.object({
  client_name: v.optional(v.unknown()),
  redirect_uris: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(REDIRECT_URI_MAX))),
    v.minLength(1),
    v.maxLength(REDIRECT_URIS_MAX),
  ),
  grant_types: v.optional(v.array(v.string()), ['authorization_code', 'refresh_token']),
  response_types: v.optional(v.array(v.string()), ['code']),
});

/**
 * Where a program registers itself before it sends its first person (RFC 7591). Every program is a public client:
 * it gets no secret, and proves with PKCE that it asked for a code.
 */
export function registerRoutes({ database }: Dependencies): Hono<ApiEnv> {
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  const register = async (c: ApiContext) => {
    const metadata = readMetadata(await readBody(c, v.unknown(), { maxBytes: BODY_BYTES_MAX }));
    await limits.take(limitOf('oauth-register', byNetwork(c)));
    const client = await clientsOf(database).add(metadata.name, metadata.redirectUris);
    if (client === undefined) throw tooMany();
    return c.json(
      {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      201,
    );
  };
  routes.post('/oauth/register', (c) => answered(c, () => register(c), 'invalid_client_metadata'));

  return routes;
}

function readMetadata(body: unknown): { name: string; redirectUris: string[] } {
  const parsed = v.safeParse(metadataSchema, body);
  if (!parsed.success) {
    const path = v.getDotPath(parsed.issues[0]) ?? 'The body';
    throw new OAuthError(
      'invalid_client_metadata',
      `${path} is missing or not valid. Name 1 to ${REDIRECT_URIS_MAX} redirect_uris.`,
    );
  }
  const { client_name, redirect_uris, grant_types, response_types } = parsed.output;
  if (!grant_types.includes('authorization_code') || !response_types.includes('code')) {
    throw new OAuthError(
      'invalid_client_metadata',
      'Programs are connected with grant_types authorization_code and response_types code.',
    );
  }
  for (const uri of redirect_uris) {
    if (!isRedirectUri(uri)) {
      throw new OAuthError(
        'invalid_redirect_uri',
        'A redirect URI must be https, or http on localhost, 127.0.0.1 or [::1], without a fragment.',
      );
    }
  }
  const name = v.safeParse(nameSchema('Name'), client_name);
  return {
    name: name.success ? name.output : 'A program without a name',
    redirectUris: [...new Set(redirect_uris)],
  };
}
