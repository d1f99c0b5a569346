import * as v from 'valibot';

import type { SourceHttp } from '../http/source-http.ts';
import type { OAuthProvider } from './providers.ts';
import type { TokenResponse } from './token-response.ts';

const NAME_MAX = 200;

const text = v.optional(v.nullable(v.string()));

const claimsSchema = v.object({ email: text, preferred_username: text, name: text });

const ownerSchema = v.object({
  user: v.object({
    name: text,
    person: v.optional(v.object({ email: text })),
  }),
});

/** Returns whom a source is connected as, as people read it; empty where the provider does not tell. */
export async function accountOf(
  { accountUrl }: Pick<OAuthProvider, 'accountUrl'>,
  response: TokenResponse,
  http: SourceHttp,
): Promise<string> {
  const told =
    accountUrl === undefined
      ? claimsOf(response.id_token)
      : await askAccount(http, accountUrl, response.access_token);
  const claims = v.safeParse(claimsSchema, told);
  const owner = v.safeParse(ownerSchema, response.owner);
  const user = owner.success ? owner.output.user : undefined;
  const names = [
    ...(claims.success
      ? [claims.output.email, claims.output.preferred_username, claims.output.name]
      : []),
    user?.person?.email ?? user?.name,
    response.workspace_name,
  ];
  return (names.find((name) => typeof name === 'string' && name !== '') ?? '').slice(0, NAME_MAX);
}

/** It came from the provider itself, by TLS: its signature need not be checked (OpenID Connect Core, 3.1.3.7). */
function claimsOf(idToken: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The name is for people only: the connection counts without it. */
async function askAccount(http: SourceHttp, url: string, token: string): Promise<unknown> {
  try {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    const response = await http.request(url, { headers, bytesMax: 64 * 1024, redirects: false });
    return await response.json();
  } catch {
    return undefined;
  }
}
