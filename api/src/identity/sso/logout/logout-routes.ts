import { Hono } from 'hono';
import * as v from 'valibot';

import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { FORM, readForm } from '../../../platform/http/bodies/read-form.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { media } from '../../../platform/http/operation.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { malformed, notFound } from '../../../platform/http/problems.ts';
import { byNetwork, limit } from '../../../platform/http/limits/limit.ts';
import type { OidcClient } from '../oidc/oidc-client.ts';
import { findProvider } from '../provider-repository.ts';
import { endProviderSessions } from './end-provider-sessions.ts';

/** What the form has, as it is described. */
const logoutFormSchema = v.object({ logout_token: v.pipe(v.string(), v.minLength(1)) });

const BODY_BYTES_MAX = 32 * 1024;

const invalidToken = () => malformed('This logout token is not valid.');

/** Where providers say that a session has ended. They have no session here: the token is signed. */
export function ssoLogoutRoutes(dependencies: Dependencies, client: OidcClient): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/login/sso/backchannel-logout/:organizationId',
    limit(database, 'sso-logout', (c) => [byNetwork(c), readId(c, 'organizationId', 'provider')]),
    describeRoute('endSsoSessions', 'End the sessions of a session at the provider', {
      body: media(FORM, 'A form with the token of the provider.', logoutFormSchema),
      errors: [400, 404, 408, 413, 415, 429],
    }),
    async (c) => {
      const organizationId = readId(c, 'organizationId', 'provider');
      const form = await readForm(c, BODY_BYTES_MAX);
      const address = clientAddress(c);
      c.header('Cache-Control', 'no-store');
      const provider = await findProvider(database, organizationId);
      if (provider === undefined) throw notFound('provider');
      const token = form.get('logout_token') ?? '';
      const ended = await endProviderSessions({ database, client }, provider, token, address);
      if (!ended) throw invalidToken();
      return c.body(null, 204);
    },
  );

  return routes;
}
