import type { Queryable } from '../../database/database.ts';
import { recoveryOf } from '../account-recovery/recovery-repository.ts';
import { recoveryCodesOf } from '../recovery-codes/recovery-code-repository.ts';
import { pendingSignIns } from '../second-step/pending-sign-ins.ts';
import { trustedBrowsersOf } from '../second-step/trusted-browsers.ts';
import { authenticatorAppOf } from './app-repository.ts';

/**
 * Removes the authenticator app of an account with all that belongs to it, and returns whether there was one. Sign-ins
 * that wait for their second step come first, in the order in which a sign-in locks the same rows.
 */
export async function removeSecondStep(tx: Queryable, accountId: string): Promise<boolean> {
  await pendingSignIns(tx).removeAllOf(accountId);
  const wasConfirmed = await authenticatorAppOf(tx, accountId).remove();
  await recoveryCodesOf(tx, accountId).removeAll();
  await trustedBrowsersOf(tx, accountId).forgetAll();
  await recoveryOf(tx, accountId).stop();
  return wasConfirmed;
}
