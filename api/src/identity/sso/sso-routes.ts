import { Hono } from 'hono';

import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { ssoLogoutRoutes } from './logout/logout-routes.ts';
import { createOidcClient } from './oidc/oidc-client.ts';
import { providerRoutes } from './provider/provider-routes.ts';
import { ssoLinkRoutes } from './link-routes.ts';
import { ssoSignInRoutes } from './sign-in/sign-in-routes.ts';

/** Single sign-on: the providers of organizations, signing in there, and the end of sessions there. */
export function ssoRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const client = createOidcClient(dependencies);
  const routes = new Hono<ApiEnv>();
  routes.route('/', ssoSignInRoutes(dependencies, client));
  routes.route('/', ssoLinkRoutes(dependencies));
  routes.route('/', ssoLogoutRoutes(dependencies, client));
  routes.route('/', providerRoutes(dependencies, client));
  return routes;
}
