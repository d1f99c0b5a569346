import { setTimeout as pause } from 'node:timers/promises';

import * as v from 'valibot';

import type { Encryption } from '../../../platform/access/secrets/encryption.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { TokenStore } from '../oauth/access-token.ts';
import type { OAuthTokens } from '../oauth/oauth-flow.ts';
import { SourceError } from '../source-error.ts';

/** Time that a renewal may take, after which another process may try. */
const HELD_SECONDS = 60;
const PAUSE_MILLISECONDS = 200;

const tokensSchema = v.object({
  accessToken: v.string(),
  refreshToken: v.optional(v.string()),
  expiresAt: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => new Date(text)),
    ),
  ),
  account: v.string(),
});

const contextOf = (sourceId: string) => `source tokens ${sourceId}`;

/** Encrypts the tokens of a source for its row. */
export const sealTokens = (
  encryption: Encryption,
  sourceId: string,
  tokens: OAuthTokens,
): Promise<Buffer> => encryption.encrypt(JSON.stringify(tokens), contextOf(sourceId));

/** Returns the tokens of a source that a person connected. Processes renew them one after the other. */
export function tokenStoreOf(
  database: Database,
  encryption: Encryption,
  { organizationId, sourceId }: { organizationId: string; sourceId: string },
): TokenStore {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    database.queryOnce<Row>(sql, [organizationId, sourceId, ...parameters], organizationId);
  const hold = async () => {
    const deadline = performance.now() + HELD_SECONDS * 1000;
    for (;;) {
      const held = await query(
        `UPDATE sources SET tokens_held_until = now() + make_interval(secs => $3)
         WHERE organization_id = $1 AND id = $2 AND coalesce(tokens_held_until, '-infinity') < now() RETURNING id`,
        HELD_SECONDS,
      );
      if (held.length > 0) return;
      if (performance.now() > deadline) throw new SourceError('timeout');
      await pause(PAUSE_MILLISECONDS);
    }
  };
  return {
    read: async () => {
      const [row] = await query<{ tokens: Uint8Array | null }>(
        'SELECT tokens FROM sources WHERE organization_id = $1 AND id = $2',
      );
      if (row === undefined || row.tokens === null) return undefined;
      try {
        const text = await encryption.decrypt(row.tokens, contextOf(sourceId));
        return v.parse(tokensSchema, JSON.parse(text));
      } catch (error) {
        throw new SourceError('not_connected', { cause: error });
      }
    },
    save: async (tokens) => {
      const sealed = await sealTokens(encryption, sourceId, tokens);
      await query(
        'UPDATE sources SET tokens = $3, account = $4 WHERE organization_id = $1 AND id = $2 AND tokens IS NOT NULL',
        sealed,
        tokens.account,
      );
    },
    exclusively: async (task) => {
      await hold();
      try {
        return await task();
      } finally {
        await query(
          'UPDATE sources SET tokens_held_until = NULL WHERE organization_id = $1 AND id = $2',
        );
      }
    },
  };
}
