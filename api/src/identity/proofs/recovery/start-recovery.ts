import { RECOVERY_DELAY_HOURS } from '@carrel/shared/contract/sign-in';

import { recordAudit } from '../../../platform/access/audit.ts';
import { lockCredentials } from '../../../platform/access/sessions.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { pendingSignIns, type PendingSignIn } from '../second-step/pending-sign-ins.ts';
import { signInExpired } from '../second-step/sign-in-expired.ts';
import { recoveryDueMail, recoveryRequestedMail } from './recovery-mails.ts';
import { recoveryOf } from './recovery-repository.ts';

/**
 * Starts the recovery of an account, of which there is one at a time, and returns when it is due. Every address gets
 * a mail at once, and another when it is due.
 * @throws {Problem} 401 where the sign-in does not wait any more.
 */
export async function startRecovery(
  c: ApiContext,
  { database, queue }: Pick<Dependencies, 'database' | 'queue'>,
  pending: PendingSignIn,
): Promise<string> {
  const { accountId } = pending;
  return database.transaction(async (tx) => {
    const waits = (await lockCredentials(tx, pending)) && (await pendingSignIns(tx).lock(pending));
    if (!waits) throw signInExpired();
    const recoveries = recoveryOf(tx, accountId);
    const started = await recoveries.start();
    if (started === undefined) {
      const earlier = await recoveries.find();
      if (earlier === undefined) throw signInExpired();
      return earlier.due_at.toISOString();
    }
    await recordAudit(tx, {
      action: 'account.recovery_requested',
      object: ['account', accountId],
      accountId,
      ip: clientAddress(c),
    });
    const reference = started.id;
    const occasion = occasionOf(c);
    await notifyOwner(tx, queue, recoveryRequestedMail, accountId, occasion, { reference });
    await notifyOwner(tx, queue, recoveryDueMail, accountId, occasion, {
      reference,
      afterSeconds: RECOVERY_DELAY_HOURS * 60 * 60,
    });
    return started.due_at.toISOString();
  });
}
