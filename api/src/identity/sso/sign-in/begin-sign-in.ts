import { bindSsoBrowser } from '../../sessions/sso-browser.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { byNetwork } from '../../../platform/http/limits/limit.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { newSignInSecrets, type OidcClient } from '../oidc/oidc-client.ts';
import type { ProviderRow } from '../provider-repository.ts';
import { redirectUri } from '../sso-uris.ts';
import { SIGN_IN_SECONDS, storeSignIn } from './sign-in-repository.ts';

interface Beginning {
  provider: ProviderRow;
  returnPath: string | undefined;
  loginHint: string | undefined;
  /** The session in which the account authenticates again. */
  sessionId?: string;
}

/**
 * Returns the URL at which a person signs in at a provider, and binds that to the browser.
 * @throws {Problem} 429 for too many, 503 if the provider does not respond.
 */
export async function beginSignIn(
  c: ApiContext,
  { database, settings, log }: Dependencies,
  { client, limits }: { client: OidcClient; limits: RateLimits },
  { provider, returnPath, loginHint, sessionId }: Beginning,
): Promise<string> {
  const { organizationId, revision } = provider;
  await limits.take(limitOf('sso', byNetwork(c)), limitOf('sso-provider', organizationId));
  const secrets = newSignInSecrets();
  const url = await client
    .authorizationUrl(provider, {
      ...secrets,
      redirectUri: redirectUri(settings.publicUrl, organizationId),
      loginHint,
      again: sessionId !== undefined,
    })
    .catch((error: unknown) => {
      log.error('single sign-on: the provider', error, { organizationId });
      throw new Problem(
        503,
        'The sign-in of your organization could not be reached. Please try again in a moment.',
        { retryAfterSeconds: 10, isExpected: true },
      );
    });
  await storeSignIn(database, {
    ...secrets,
    organizationId,
    revision,
    browser: bindSsoBrowser(c, settings, SIGN_IN_SECONDS),
    returnPath: returnPathOf(returnPath, settings.publicUrl),
    sessionId: sessionId ?? null,
  });
  return url.href;
}

const RETURN_PATH_MAX = 2000;
const DASHBOARD = '/dashboard';

/** Returns the path of a screen to return to, on the console's own site; that of the dashboard for others. */
function returnPathOf(path: string | undefined, publicUrl: string): string {
  if (path === undefined || path.length > RETURN_PATH_MAX || !/^\/(?![/\\])/.test(path))
    return DASHBOARD;
  if (!URL.canParse(path, publicUrl)) return DASHBOARD;
  const url = new URL(path, publicUrl);
  const isOwn = url.origin === new URL(publicUrl).origin && !url.pathname.startsWith('/api/');
  // Parsed, nothing is left that a browser reads in another way, such as a tab in front of a second slash.
  return isOwn && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : DASHBOARD;
}
