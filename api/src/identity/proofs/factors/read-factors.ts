import type { Factors } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';

/** Returns what an account can sign in and authenticate again with. */
export async function readFactors(tx: Queryable, accountId: string): Promise<Factors> {
  const [factors] = await tx.query<Factors>(
    `SELECT a.password_hash IS NOT NULL AS password,
       EXISTS (SELECT FROM authenticator_apps t
         WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS totp,
       (SELECT count(*) FROM passkeys p WHERE p.account_id = a.id) AS passkeys,
       (SELECT count(*) FROM recovery_codes r
         WHERE r.account_id = a.id AND r.used_at IS NULL) AS recovery_codes
     FROM accounts a WHERE a.id = $1`,
    [accountId],
  );
  return factors ?? { password: false, totp: false, passkeys: 0, recovery_codes: 0 };
}
