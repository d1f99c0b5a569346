import { recordAudit } from '../../../platform/access/audit.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import type { PendingSignIn } from './pending-sign-ins.ts';
import { secondStepFailedMail } from './second-step-mails.ts';

/** Records a wrong code. After the last one of a sign-in the owner gets a mail: someone knows the password. */
export async function recordFailure(
  c: ApiContext,
  { database, queue }: Pick<Dependencies, 'database' | 'queue'>,
  { accountId, attemptsLeft }: PendingSignIn,
): Promise<void> {
  await database.transaction(async (tx) => {
    await recordAudit(tx, {
      action: 'session.second_step_failed',
      object: ['account', accountId],
      accountId,
      ip: clientAddress(c),
    });
    if (attemptsLeft > 0) return;
    await notifyOwner(tx, queue, secondStepFailedMail, accountId, occasionOf(c));
  });
}
