import { sourceSecretSchema, type SourceSecret } from '@carrel/shared/contract/sources';
import * as v from 'valibot';

import { encryptionOf } from '../../platform/access/secrets/encryption.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { SourceError } from './source-error.ts';

const contextOf = (sourceId: string) => `source ${sourceId}`;

/** What the secrets of sources are encrypted with. */
export function sourceSecretsOf(database: Database, settings: Pick<Settings, 'encryptionKeys'>) {
  const encryption = encryptionOf(database, settings);
  return {
    /** Null for a secret without anything in it. */
    encrypt: (sourceId: string, secret: SourceSecret): Promise<Buffer | null> =>
      (secret.username ?? '') === '' && (secret.password ?? '') === ''
        ? Promise.resolve(null)
        : encryption.encrypt(JSON.stringify(secret), contextOf(sourceId)),

    /** @throws {SourceError} `sign_in` where the key that it was encrypted with is gone */
    decrypt: async (
      sourceId: string,
      sealed: Uint8Array | null,
    ): Promise<SourceSecret | undefined> => {
      if (sealed === null) return undefined;
      try {
        const text = await encryption.decrypt(sealed, contextOf(sourceId));
        return v.parse(sourceSecretSchema, JSON.parse(text));
      } catch (error) {
        throw new SourceError('sign_in', {
          message: 'The secret of the source cannot be read any more. Enter it again.',
          cause: error,
        });
      }
    },
  };
}

export type SourceSecrets = ReturnType<typeof sourceSecretsOf>;
