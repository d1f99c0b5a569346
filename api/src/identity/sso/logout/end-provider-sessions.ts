import type { Database } from '../../../platform/database/database.ts';
import type { OidcClient } from '../oidc/oidc-client.ts';
import type { ProviderRow } from '../provider-repository.ts';
import { endSessionsOf, LOGOUT_TOKEN_SECONDS } from './end-sessions.ts';
import { logoutOf } from './logout-token.ts';

/** Ends what a logout token says. Returns false for one that is not valid, or was used. */
export async function endProviderSessions(
  { database, client }: { database: Database; client: OidcClient },
  provider: ProviderRow,
  token: string,
  ip: string,
): Promise<boolean> {
  const claims = await client
    .verifyToken(provider, token, { maxTokenAge: LOGOUT_TOKEN_SECONDS })
    .catch(() => undefined);
  const logout = logoutOf(claims);
  if (logout === undefined) return false;
  return database.transaction((tx) => endSessionsOf(tx, provider, logout, ip));
}
