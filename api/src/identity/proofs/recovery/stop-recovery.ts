import { recordAudit } from '../../../platform/access/audit.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { recoveryStoppedMail } from './recovery-mails.ts';
import { recoveryOf } from './recovery-repository.ts';

/** Stops the recovery of an account, if there is one. */
export async function stopRecovery(
  c: ApiContext,
  { queue }: Pick<Dependencies, 'queue'>,
  tx: Queryable,
  accountId: string,
): Promise<void> {
  if (!(await recoveryOf(tx, accountId).stop())) return;
  await recordAudit(tx, {
    action: 'account.recovery_stopped',
    object: ['account', accountId],
    accountId,
    ip: clientAddress(c),
  });
  await notifyOwner(tx, queue, recoveryStoppedMail, accountId, occasionOf(c));
}
