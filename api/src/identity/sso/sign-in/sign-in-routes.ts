import {
  reauthenticateBySsoInputSchema,
  redirectSchema,
  startSsoInputSchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { authenticate } from '../../../platform/access/authenticate.ts';
import { mailDomain } from '../../../platform/access/mail-domain.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { byNetwork, limit } from '../../../platform/http/limits/limit.ts';
import type { OidcClient } from '../oidc/oidc-client.ts';
import {
  findEnabledProvider,
  findProviderOfAccount,
  findProviderOfDomain,
} from '../provider-repository.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { SsoRefused } from './sso-refused.ts';

const FAILED = '/login/sso?failed=';
const LINK = '/login/link';

/** Signing in at the provider of an organization, and authenticating again there. */
export function ssoSignInRoutes(dependencies: Dependencies, client: OidcClient): Hono<ApiEnv> {
  const { database, settings, log } = dependencies;
  const limits = new RateLimits(database);
  const lookupLimit = limit(database, 'sso-lookup', byNetwork);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/accounts/login/sso',
    lookupLimit,
    describeRoute('startSso', 'Begin to sign in by single sign-on', {
      body: startSsoInputSchema,
      returns: redirectSchema,
      errors: [404, 429, 503],
    }),
    async (c) => {
      const input = await readBody(c, startSsoInputSchema);
      const { email_address: address, organization_id: id, return_path: returnPath } = input;
      const ofDomain = await findProviderOfDomain(database, mailDomain(address));
      const provider = id === undefined ? ofDomain : await findEnabledProvider(database, id);
      if (provider === undefined) {
        throw new Problem(
          404,
          'Single sign-on is not set up for this address. Sign in with your password instead.',
        );
      }
      const isOwn = ofDomain?.organizationId === provider.organizationId;
      const beginning = { provider, returnPath, loginHint: isOwn ? address : undefined };
      const redirect_url = await beginSignIn(c, dependencies, { client, limits }, beginning);
      return c.json({ redirect_url });
    },
  );

  routes.post(
    '/accounts/reauthenticate/sso',
    authenticate(dependencies),
    describeRoute('reauthenticateBySso', 'Begin to authenticate again by single sign-on', {
      body: reauthenticateBySsoInputSchema,
      returns: redirectSchema,
      errors: [404, 429, 503],
    }),
    async (c) => {
      const { return_path: returnPath } = await readBody(c, reauthenticateBySsoInputSchema);
      const { sessionId } = c.get('account');
      const provider = await findProviderOfAccount(database, c.get('account'));
      if (provider === undefined) {
        throw new Problem(404, 'Your account is not linked to single sign-on.');
      }
      const beginning = { provider, returnPath, loginHint: undefined, sessionId };
      const redirect_url = await beginSignIn(c, dependencies, { client, limits }, beginning);
      return c.json({ redirect_url });
    },
  );

  routes.get(
    '/accounts/login/sso/callback/:organizationId',
    lookupLimit,
    describeRoute('finishSso', 'Come back from single sign-on', {
      status: 302,
      sends: { Location: 'A screen of the console.' },
      errors: [404, 429],
    }),
    async (c) => {
      const organizationId = readId(c, 'organizationId', 'page');
      const to = (path: string) => c.redirect(settings.publicUrl + path, 302);
      try {
        const { end, returnPath } = await finishSignIn(c, dependencies, client, organizationId);
        return to(end === 'link' ? LINK : returnPath);
      } catch (error) {
        if (!(error instanceof SsoRefused)) throw error;
        log.warn('single sign-on was refused', {
          organizationId,
          failure: error.failure,
          reason: reasonOf(error.cause),
        });
        return to(FAILED + error.failure);
      }
    },
  );

  return routes;
}

/** The messages of an error and of what caused it; tokens are in none of them. */
function reasonOf(error: unknown): string | undefined {
  const messages: string[] = [];
  let cause = error;
  while (cause instanceof Error && messages.length < 5) {
    messages.push(cause.message);
    cause = cause.cause;
  }
  return messages.length === 0 ? undefined : messages.join(': ');
}
