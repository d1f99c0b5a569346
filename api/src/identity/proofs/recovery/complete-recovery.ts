import { recordAudit } from '../../../platform/access/audit.ts';
import { redeemLinkToken } from '../../../platform/access/secrets/link-tokens.ts';
import { lockCredentials, type VerifiedCredentials } from '../../../platform/access/sessions.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { removeSecondStep } from './remove-second-step.ts';
import { readFactors } from '../factors/read-factors.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { signInBrowser, type SignIn } from '../../sessions/sign-in-browser.ts';
import { recoveryCompletedMail } from './recovery-mails.ts';
import { recoveryOf } from './recovery-repository.ts';

/**
 * Signs in by the link of a recovery and the password, and removes the second step of the account. Returns undefined
 * where the link was used, the recovery was stopped or is not due, or the password was changed meanwhile.
 */
export function completeRecovery(
  c: ApiContext,
  dependencies: Pick<Dependencies, 'database' | 'queue' | 'settings'>,
  verified: VerifiedCredentials,
  token: string,
): Promise<SignIn | undefined> {
  const { accountId } = verified;
  return signInBrowser<SignIn>(c, dependencies, async (tx) => {
    if (!(await lockCredentials(tx, verified))) return undefined;
    if ((await redeemLinkToken(tx, 'complete-recovery', token)) === undefined) return undefined;
    if (!(await recoveryOf(tx, accountId).complete())) return undefined;
    await removeSecondStep(tx, accountId);
    await recordAudit(tx, {
      action: 'account.recovery_completed',
      object: ['account', accountId],
      accountId,
      ip: clientAddress(c),
    });
    await notifyOwner(tx, dependencies.queue, recoveryCompletedMail, accountId, occasionOf(c));
    const { passkeys } = await readFactors(tx, accountId);
    return {
      accountId,
      // No second factor was used: an organization that requires one asks for a new one.
      methods: ['password'],
      isReauthenticated: passkeys === 0,
    };
  });
}
