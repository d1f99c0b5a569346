import { PASSKEYS_MAX, type Passkey } from '@carrel/shared/contract/sign-in';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Descriptor, PasskeyUser } from './passkey-options.ts';

export interface NewPasskey {
  name: string;
  /** In base64url. */
  credentialId: string;
  /** In COSE's format. */
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  deviceType: Passkey['device_type'];
  backedUp: boolean;
  aaguid: string;
}

/** A passkey by which someone signs in. */
export interface StoredPasskey {
  id: string;
  accountId: string;
  publicKey: Uint8Array;
}

/** Returns the passkey with a credential id, of whatever account. */
export async function findPasskey(
  database: Queryable,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const [found] = await database.query<StoredPasskey>(
    `SELECT id, account_id AS "accountId", public_key AS "publicKey" FROM passkeys
     WHERE credential_id = $1`,
    [credentialId],
  );
  return found;
}

/** Reads and changes the passkeys of one account. */
export function passkeysOf(tx: Queryable, accountId: string) {
  return {
    list: () =>
      tx.query<Passkey>(
        `SELECT id, name, created_at, last_used_at, device_type, backed_up, transports FROM passkeys
         WHERE account_id = $1 ORDER BY created_at DESC, id`,
        [accountId],
      ),

    descriptors: () =>
      tx.query<Descriptor>(
        `SELECT credential_id AS id, transports FROM passkeys WHERE account_id = $1
         ORDER BY created_at, id`,
        [accountId],
      ),

    /** Returns what a passkey of the account is labeled with where it is kept. */
    user: async (): Promise<PasskeyUser | undefined> => {
      const [user] = await tx.query<PasskeyUser>(
        `SELECT a.id, a.first_name || ' ' || a.last_name AS name,
           coalesce((SELECT address FROM account_emails e WHERE e.account_id = a.id
             ORDER BY confirmed_at NULLS LAST, created_at, e.id LIMIT 1), '') AS address
         FROM accounts a WHERE a.id = $1`,
        [accountId],
      );
      return user;
    },

    /** Returns the id of the new passkey, or why it cannot be added. Concurrent calls wait for each other. */
    add: async (passkey: NewPasskey): Promise<{ id: string } | 'taken' | 'too many'> => {
      await tx.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
      const existing = await tx.query('SELECT id FROM passkeys WHERE account_id = $1', [accountId]);
      if (existing.length >= PASSKEYS_MAX) return 'too many';
      const [added] = await tx.query<{ id: string }>(
        `INSERT INTO passkeys (account_id, credential_id, public_key, counter, transports,
           device_type, backed_up, aaguid, name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
        [
          accountId,
          passkey.credentialId,
          passkey.publicKey,
          passkey.counter,
          passkey.transports,
          passkey.deviceType,
          passkey.backedUp,
          passkey.aaguid,
          passkey.name,
        ],
      );
      return added ?? 'taken';
    },

    /** Returns whether the account has it. */
    rename: async (id: string, name: string): Promise<boolean> => {
      const renamed = await tx.query(
        'UPDATE passkeys SET name = $3 WHERE account_id = $1 AND id = $2 RETURNING id',
        [accountId, id, name],
      );
      return renamed.length === 1;
    },

    /** Returns the name that it had; undefined if the account does not have it. */
    delete: async (id: string): Promise<string | undefined> => {
      const [deleted] = await tx.query<{ name: string }>(
        'DELETE FROM passkeys WHERE account_id = $1 AND id = $2 RETURNING name',
        [accountId, id],
      );
      return deleted?.name;
    },
  };
}
