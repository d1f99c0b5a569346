import type { Email } from '@carrel/shared/contract';

import { addressKey } from '../../access/address-key.ts';
import { breaks } from '../../database/database-error.ts';
import type { Queryable } from '../../database/database.ts';

/** Reads and changes the addresses of one account. */
export function emailsOf(tx: Queryable, accountId: string) {
  /** Confirmed ones first. */
  const list = () =>
    tx.query<Email>(
      `SELECT id, address, confirmed_at IS NOT NULL AS confirmed FROM account_emails
       WHERE account_id = $1 ORDER BY confirmed_at NULLS LAST, created_at, id`,
      [accountId],
    );

  return {
    list,

    /** Claims an address, and returns its id; undefined if the account has it already. */
    add: async (address: string): Promise<string | undefined> => {
      const [added] = await tx.query<{ id: string }>(
        `INSERT INTO account_emails (account_id, address, address_key) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, address_key) DO NOTHING RETURNING id`,
        [accountId, address, addressKey(address)],
      );
      return added?.id;
    },

    /** Deletes an address, unless it is the last confirmed one. */
    delete: async (emailId: string): Promise<'deleted' | 'absent' | 'last'> => {
      await tx.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
      const emails = await list();
      const email = emails.find(({ id }) => id === emailId);
      if (email === undefined) return 'absent';
      const confirmed = emails.filter((other) => other.confirmed);
      if (email.confirmed && confirmed.length === 1) return 'last';
      await tx.query('DELETE FROM account_emails WHERE id = $1', [emailId]);
      return 'deleted';
    },
  };
}

/** Returns whether an account has confirmed this address. */
export async function isTaken(database: Queryable, address: string): Promise<boolean> {
  const found = await database.query(
    'SELECT 1 FROM account_emails WHERE address_key = $1 AND confirmed_at IS NOT NULL',
    [addressKey(address)],
  );
  return found.length > 0;
}

/**
 * Confirms a claimed address, and deletes the claims of other accounts. Returns the account, or
 * undefined if the claim no longer exists or another account confirmed the address first.
 */
export async function confirmEmail(tx: Queryable, emailId: string): Promise<string | undefined> {
  const [email] = await tx
    .query<{ account_id: string; address_key: string }>(
      `UPDATE account_emails SET confirmed_at = coalesce(confirmed_at, now())
       WHERE id = $1 RETURNING account_id, address_key`,
      [emailId],
    )
    .catch((error: unknown) => {
      if (breaks(error, 'account_emails_confirmed_once')) return [];
      throw error;
    });
  if (email === undefined) return undefined;
  await deleteClaims(tx, email.address_key, email.account_id);
  return email.account_id;
}

/**
 * Deletes unconfirmed claims on an address by accounts other than `keeper`, along with accounts that
 * have no other address: registrations that were not completed.
 */
export async function deleteClaims(tx: Queryable, key: string, keeper?: string): Promise<void> {
  await tx.query(
    `DELETE FROM accounts a USING account_emails e
     WHERE e.account_id = a.id AND e.address_key = $1 AND e.confirmed_at IS NULL
       AND ($2::uuid IS NULL OR a.id <> $2)
       AND NOT EXISTS (SELECT FROM account_emails o WHERE o.account_id = a.id AND o.id <> e.id)`,
    [key, keeper ?? null],
  );
  if (keeper === undefined) return;
  await tx.query(
    'DELETE FROM account_emails WHERE address_key = $1 AND confirmed_at IS NULL AND account_id <> $2',
    [key, keeper],
  );
}
