import type { Email } from '@carrel/shared/contract';

import { breaks } from '../../database/database-error.ts';
import type { Queryable } from '../../database/database.ts';

/** An address as it is compared: two spellings of one mailbox are one. */
export function addressKey(address: string): string {
  return address.trim().normalize('NFC').toLowerCase();
}

/** The addresses of an account, confirmed ones first. */
export function listEmails(database: Queryable, accountId: string): Promise<Email[]> {
  return database.query<Email>(
    `SELECT id, address, confirmed_at IS NOT NULL AS confirmed FROM account_emails
     WHERE account_id = $1 ORDER BY confirmed_at NULLS LAST, created_at, id`,
    [accountId],
  );
}

/** Claims an address for an account; undefined if the account has it already. */
export async function addEmail(
  tx: Queryable,
  accountId: string,
  address: string,
): Promise<string | undefined> {
  const [added] = await tx.query<{ id: string }>(
    `INSERT INTO account_emails (account_id, address, address_key) VALUES ($1, $2, $3)
     ON CONFLICT (account_id, address_key) DO NOTHING RETURNING id`,
    [accountId, address, addressKey(address)],
  );
  return added?.id;
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

/** Deletes an address of an account, unless it is the last confirmed one. */
export async function removeEmail(
  tx: Queryable,
  accountId: string,
  emailId: string,
): Promise<'removed' | 'absent' | 'last'> {
  await tx.query('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
  const emails = await listEmails(tx, accountId);
  const email = emails.find(({ id }) => id === emailId);
  if (email === undefined) return 'absent';
  if (email.confirmed && emails.filter(({ confirmed }) => confirmed).length === 1) return 'last';
  await tx.query('DELETE FROM account_emails WHERE id = $1', [emailId]);
  return 'removed';
}
