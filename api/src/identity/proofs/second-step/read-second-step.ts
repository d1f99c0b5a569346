import type { SecondStep } from '@carrel/shared/contract/sign-in';

import type { Queryable } from '../../../platform/database/database.ts';

/** Returns the second step of an account. */
export async function readSecondStep(tx: Queryable, accountId: string): Promise<SecondStep> {
  const [found] = await tx.query<SecondStep>(
    `SELECT (SELECT confirmed_at FROM authenticator_apps WHERE account_id = $1) AS confirmed_at,
       (SELECT count(*) FROM recovery_codes
         WHERE account_id = $1 AND used_at IS NULL) AS recovery_codes,
       (SELECT count(*) FROM trusted_browsers
         WHERE account_id = $1 AND expires_at > now()) AS trusted_browsers`,
    [accountId],
  );
  return found ?? { confirmed_at: null, recovery_codes: 0, trusted_browsers: 0 };
}

/** Returns what an authenticator app calls an account: its first confirmed address. */
export async function readLabel(tx: Queryable, accountId: string): Promise<string> {
  const [email] = await tx.query<{ address: string }>(
    `SELECT address FROM account_emails WHERE account_id = $1 AND confirmed_at IS NOT NULL
     ORDER BY created_at, id LIMIT 1`,
    [accountId],
  );
  return email?.address ?? 'account';
}
