import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import type { Queryable } from '../../database/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { storedSecret } from './stored-secret.ts';

const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that the server must read again, such as those of authenticator apps. */
export interface Encryption {
  /** Returns the id of the key, the nonce, the tag and the ciphertext. `context` is authenticated: the row it is for. */
  encrypt(text: string, context: string): Promise<Buffer>;
  /** @throws if a key is missing, or the bytes or their context were changed. */
  decrypt(bytes: Uint8Array, context: string): Promise<string>;
}

/**
 * AES-256-GCM with the first key of the setting ENCRYPTION_KEYS; those after it decrypt only. Without the setting,
 * and for what was encrypted before it was set, the key is one of the database.
 */
export function encryptionOf(
  database: Queryable,
  { encryptionKeys }: Pick<Settings, 'encryptionKeys'>,
): Encryption {
  const keys = async () => [...encryptionKeys, await storedSecret(database, 'encryption')];
  return {
    encrypt: async (text, context) => {
      const [key] = await keys();
      if (key === undefined) throw new Error('There is no key to encrypt with');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([idOf(key), nonce, cipher.getAuthTag(), ...sealed]);
    },
    decrypt: async (bytes, context) => {
      const sealed = Buffer.from(bytes);
      const key = (await keys()).find((one) => idOf(one).equals(sealed.subarray(0, ID_BYTES)));
      if (key === undefined) throw new Error('The key that this was encrypted with is missing');
      const [nonceEnd, tagEnd] = [ID_BYTES + NONCE_BYTES, ID_BYTES + NONCE_BYTES + TAG_BYTES];
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(ID_BYTES, nonceEnd))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(nonceEnd, tagEnd));
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString();
    },
  };
}

const idOf = (key: Uint8Array) => createHash('sha256').update(key).digest().subarray(0, ID_BYTES);
