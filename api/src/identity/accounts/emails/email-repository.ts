import type { Email } from '@carrel/shared/contract';

import { addressKey } from '../../../platform/access/address-key.ts';
import { breaks } from '../../../platform/database/database-error.ts';
import type { Queryable } from '../../../platform/database/database.ts';

/** Where a claim on an address came from. */
type ClaimOrigin = {
  ip?: string | undefined;
  userAgent?: string | undefined;
  /** The hash of the secret of its browser. */
  browser?: Buffer | undefined;
};

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
    add: async (address: string, from: ClaimOrigin = {}): Promise<string | undefined> => {
      const [added] = await tx.query<{ id: string }>(
        `INSERT INTO account_emails (account_id, address, address_key, client_ip, user_agent, browser_hash)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account_id, address_key) DO NOTHING RETURNING id`,
        [
          accountId,
          address,
          addressKey(address),
          from.ip ?? null,
          from.userAgent ?? null,
          from.browser ?? null,
        ],
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
 * Locks the accounts that claim the address of a claim, until the transaction ends. Of two people who
 * confirm one address at the same time, the second waits here, before it locks anything else.
 */
export async function lockClaims(tx: Queryable, emailId: string): Promise<void> {
  await tx.query(
    `SELECT a.id FROM accounts a WHERE a.id IN (
       SELECT o.account_id FROM account_emails e JOIN account_emails o ON o.address_key = e.address_key
       WHERE e.id = $1)
     ORDER BY a.id FOR UPDATE`,
    [emailId],
  );
}

/**
 * Confirms a claimed address, and ends the claims of other accounts. Returns the account, or undefined
 * if the claim no longer exists or another account confirmed the address first. Its owner has proved to control the
 * account too in the `browser` that claimed it, or where nobody else did: `sole`.
 */
export async function confirmEmail(
  tx: Queryable,
  emailId: string,
  browser: Buffer | 'sole' | undefined,
): Promise<string | undefined> {
  await lockClaims(tx, emailId);
  const [email] = await tx
    .query<{ account_id: string; address_key: string }>(
      `UPDATE account_emails SET confirmed_at = coalesce(confirmed_at, now()),
         proved_at = CASE WHEN $2 OR browser_hash = $3 THEN now() ELSE proved_at END
       WHERE id = $1 RETURNING account_id, address_key`,
      [emailId, browser === 'sole', browser instanceof Buffer ? browser : null],
    )
    .catch((error: unknown) => {
      if (breaks(error, 'account_emails_confirmed_once')) return [];
      throw error;
    });
  if (email === undefined) return undefined;
  await endOtherClaims(tx, email.address_key, email.account_id);
  return email.account_id;
}

/**
 * Deletes the unconfirmed claims on an address by accounts other than `keeper` with their links, along
 * with accounts that have no other address: registrations that were not completed.
 */
async function endOtherClaims(tx: Queryable, key: string, keeper: string): Promise<void> {
  const ended = await tx.query<{ id: string; account_id: string }>(
    `DELETE FROM account_emails WHERE address_key = $1 AND confirmed_at IS NULL AND account_id <> $2
     RETURNING id, account_id`,
    [key, keeper],
  );
  await tx.query(
    `DELETE FROM link_tokens WHERE purpose = 'confirm-email' AND subject = ANY($1::uuid[])`,
    [ended.map(({ id }) => id)],
  );
  await tx.query(
    `DELETE FROM accounts a WHERE id = ANY($1::uuid[])
       AND NOT EXISTS (SELECT FROM account_emails e WHERE e.account_id = a.id)`,
    [ended.map(({ account_id }) => account_id)],
  );
}
