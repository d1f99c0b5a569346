import { isOAuthKind } from '@carrel/shared/contract/sources';

import { encryptionOf } from '../../../platform/access/secrets/encryption.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { createAccessToken } from '../oauth/access-token.ts';
import { OAUTH_PROVIDERS } from '../oauth/providers.ts';
import { SourceError } from '../source-error.ts';
import type { SourceContext } from '../source-kind.ts';
import { sourceSecretsOf } from '../source-secrets.ts';
import type { Connected, Credentials } from './connections.ts';
import { tokenStoreOf } from './token-store.ts';

/** Returns what signs in for the source of a run. */
export function createCredentials(
  database: Database,
  settings: Pick<Settings, 'encryptionKeys' | 'sourceClients'>,
): (run: Connected, http: SourceContext['http']) => Promise<Credentials> {
  const secrets = sourceSecretsOf(database, settings);
  const encryption = encryptionOf(database, settings);
  const accessTokenOf = (run: Connected, http: SourceContext['http']) => {
    const { kind } = run.source;
    const client = isOAuthKind(kind) ? settings.sourceClients[kind] : undefined;
    if (!isOAuthKind(kind) || client === undefined) {
      return () => Promise.reject<string>(new SourceError('not_connected'));
    }
    const provider = OAUTH_PROVIDERS[kind];
    const store = tokenStoreOf(database, encryption, run);
    return createAccessToken(store, { provider, client, http, now: () => new Date() });
  };
  return async (run, http) => {
    const { organizationId, sourceId } = run;
    const [source] = await database.queryOnce<{ secret: Uint8Array | null }>(
      'SELECT secret FROM sources WHERE organization_id = $1 AND id = $2',
      [organizationId, sourceId],
      organizationId,
    );
    return {
      secret: await secrets.decrypt(sourceId, source?.secret ?? null),
      accessToken: accessTokenOf(run, http),
    };
  };
}
