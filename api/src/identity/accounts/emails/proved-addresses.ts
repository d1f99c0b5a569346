import { addressKey } from '../../../platform/access/address-key.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { forbidden } from '../../../platform/http/problems.ts';

/**
 * Requires that the owner of a confirmed address has proved to control its account: whoever registered it may know the
 * password, or have another way in.
 * @throws {Problem} 403 with what to do.
 */
export async function requireProved(
  tx: Queryable,
  accountId: string,
  address: string,
): Promise<void> {
  const [found] = await tx.query<{ proved: boolean }>('SELECT is_proved($1, $2) AS proved', [
    accountId,
    addressKey(address),
  ]);
  if (found?.proved === true) return;
  throw forbidden(
    `Your address was confirmed in another browser than the one in which it was registered, so somebody else may know the password. Remove passkeys, an authenticator app and other addresses from the account, reset its password by a link to ${address}, and try again.`,
  );
}

/**
 * Notes that the owner of the only address of an account has set its password by a link. Where the account has a
 * passkey, an authenticator app or another address, that may be of somebody else, and nothing is proved.
 */
export async function proveByReset(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(
    `UPDATE account_emails e SET proved_at = now()
     WHERE e.account_id = $1 AND e.confirmed_at IS NOT NULL AND e.proved_at IS NULL
       AND NOT EXISTS (SELECT FROM account_emails o WHERE o.account_id = $1 AND o.id <> e.id)
       AND NOT EXISTS (SELECT FROM passkeys p WHERE p.account_id = $1)
       AND NOT EXISTS (SELECT FROM authenticator_apps t WHERE t.account_id = $1)`,
    [accountId],
  );
}
