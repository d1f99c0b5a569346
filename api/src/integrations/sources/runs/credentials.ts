import type { Database } from '../../../platform/database/database.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import type { SourceContext } from '../source-kind.ts';
import { sourceSecretsOf } from '../source-secrets.ts';
import { notConnected, type Connected, type Credentials } from './connections.ts';

/** Returns what signs in for the source of a run. */
export function createCredentials(
  database: Database,
  settings: Pick<Settings, 'encryptionKeys'>,
): (run: Connected, http: SourceContext['http']) => Promise<Credentials> {
  const secrets = sourceSecretsOf(database, settings);
  return async ({ organizationId, sourceId }) => {
    const [source] = await database.queryOnce<{ secret: Uint8Array | null }>(
      'SELECT secret FROM sources WHERE organization_id = $1 AND id = $2',
      [organizationId, sourceId],
      organizationId,
    );
    return {
      secret: await secrets.decrypt(sourceId, source?.secret ?? null),
      accessToken: notConnected,
    };
  };
}
