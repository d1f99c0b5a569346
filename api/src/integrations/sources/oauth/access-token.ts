import type { SourceHttp } from '../http/source-http.ts';
import { SourceError } from '../source-error.ts';
import { refresh, type OAuthClient, type OAuthTokens } from './oauth-flow.ts';
import type { OAuthProvider } from './providers.ts';

/** Where the tokens of one connection are kept. */
export interface TokenStore {
  /** Undefined where the source is not connected. */
  read(): Promise<OAuthTokens | undefined>;
  /** Resolves once they are durable: they are used after that only. */
  save(tokens: OAuthTokens): Promise<void>;
  /**
   * Runs a task while no other process runs one for this connection, as with a lock of its row. Two that renew at once
   * may end the connection, where refresh tokens are replaced.
   */
  exclusively<T>(task: () => Promise<T>): Promise<T>;
}

interface AccessTokenOptions {
  provider: OAuthProvider;
  client: OAuthClient;
  http: SourceHttp;
  now: () => Date;
}

/**
 * Returns what returns an access token of a connection: renewed once for concurrent callers where it is about to end, or
 * where it is the one that was `refused`. @throws {SourceError} `not_connected`
 */
export function createAccessToken(
  store: TokenStore,
  { provider, client, http, now }: AccessTokenOptions,
): (refused?: string) => Promise<string> {
  let renewal: Promise<string> | undefined;
  const isUsable = ({ accessToken, expiresAt }: OAuthTokens, refused: string | undefined) =>
    accessToken !== refused && (expiresAt === undefined || expiresAt > now());
  const renew = (refused: string | undefined): Promise<string> =>
    store.exclusively(async () => {
      const tokens = await connected(store);
      // Another process may have renewed it in the meantime.
      if (isUsable(tokens, refused)) return tokens.accessToken;
      const renewed = await refresh(provider, client, tokens, { http, now });
      await store.save(renewed);
      return renewed.accessToken;
    });
  return async (refused) => {
    const tokens = await connected(store);
    if (isUsable(tokens, refused)) return tokens.accessToken;
    if (renewal !== undefined) return renewal;
    const started = renew(refused).finally(() => {
      renewal = undefined;
    });
    renewal = started;
    return started;
  };
}

async function connected(store: TokenStore): Promise<OAuthTokens> {
  const tokens = await store.read();
  if (tokens === undefined) throw new SourceError('not_connected');
  return tokens;
}
