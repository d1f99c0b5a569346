import { addressKey } from '../../platform/access/address-key.ts';
import { recordAudit } from '../../platform/access/audit.ts';
import type { Database } from '../../platform/database/database.ts';

/** Whose sessions an operator ends: the account of a confirmed address, or all accounts. */
export type SignedOut = { address: string } | 'everyone';

/**
 * Ends the sessions of an account or of all accounts, with an audit record for each account. Programs that are
 * connected and API keys stay. Returns the number of sessions.
 * @throws {Error} if no account has confirmed the address.
 */
export async function signOutAccounts(database: Database, who: SignedOut): Promise<number> {
  return database.transaction(async (tx) => {
    const accountId = who === 'everyone' ? null : await accountOf(tx, who.address);
    const ended = await tx.query<{ accountId: string }>(
      `DELETE FROM sessions WHERE $1::uuid IS NULL OR account_id = $1 RETURNING account_id AS "accountId"`,
      [accountId],
    );
    for (const id of new Set(ended.map((session) => session.accountId))) {
      await recordAudit(tx, {
        action: 'session.ended_by_operator',
        object: ['account', id],
        accountId: id,
      });
    }
    return ended.length;
  });
}

async function accountOf(tx: Pick<Database, 'query'>, address: string): Promise<string> {
  const [found] = await tx.query<{ id: string }>(
    'SELECT account_id AS id FROM account_emails WHERE address_key = $1 AND confirmed_at IS NOT NULL',
    [addressKey(address)],
  );
  if (found === undefined) throw new Error(`No account has confirmed the address ${address}.`);
  return found.id;
}
