import { hasSecondFactor } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { conflict, forbidden } from '../../../platform/http/problems.ts';
import { ownAddresses, type OwnAddress } from '../factors/own-addresses.ts';
import { readFactors } from '../factors/read-factors.ts';

/**
 * Returns the addresses to which a code is mailed that confirms a session of an account. The account is locked:
 * factors and addresses do not change until the transaction ends.
 * @throws {Problem} 403 where the account has a factor of its own, 409 where every address is of an organization.
 */
export async function requireConfirmableAddresses(
  tx: Queryable,
  accountId: string,
): Promise<OwnAddress[]> {
  await tx.query('SELECT id FROM accounts WHERE id = $1 FOR SHARE', [accountId]);
  const factors = await readFactors(tx, accountId);
  if (factors.password || hasSecondFactor(factors)) {
    throw forbidden(
      'A code by mail is not enough for this account. Use your password, your authenticator app or a passkey.',
    );
  }
  const addresses = await ownAddresses(tx, accountId);
  if (addresses.length > 0) return addresses;
  throw conflict(
    'Your account has no password, and its email addresses belong to an organization. Reset your password by mail, and sign in with it.',
  );
}
