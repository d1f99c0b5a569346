import type { Queryable } from '../../../platform/database/database.ts';
import { recoveryOf } from './recovery-repository.ts';
import { recoveryCodesOf } from '../second-step/recovery-code-repository.ts';
import { pendingSignIns } from '../second-step/pending-sign-ins.ts';
import { trustedBrowsersOf } from '../second-step/trusted-browsers.ts';
import { authenticatorAppOf } from '../second-step/app-repository.ts';

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
