import { GRANT_SCOPES } from '@carrel/shared/contract';
import { Hono } from 'hono';

import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { ownOrigin } from '../../platform/http/origins/own-origin.ts';

/** What programs read to find out how to be connected: RFC 9728 and RFC 8414. It is the same for all workspaces. */
export function metadataRoutes({ settings }: Dependencies): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.get('/.well-known/oauth-protected-resource/mcp/:workspace', (c) => {
    const origin = ownOrigin(c, settings);
    return c.json({
      resource: `${origin}/mcp/${readId(c, 'workspace', 'workspace')}`,
      resource_name: 'Carrel',
      authorization_servers: [origin],
      scopes_supported: GRANT_SCOPES,
      bearer_methods_supported: ['header'],
    });
  });

  routes.get('/.well-known/oauth-authorization-server', (c) => {
    const origin = ownOrigin(c, settings);
    return c.json({
      issuer: origin,
      authorization_endpoint: `${settings.publicUrl}/account/connect`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      scopes_supported: GRANT_SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: false,
    });
  });

  return routes;
}
