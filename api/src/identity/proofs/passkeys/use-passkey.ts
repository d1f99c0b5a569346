import { recordAudit } from '../../../platform/access/audit.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { forbidden } from '../../../platform/http/problems.ts';
import { occasionOf } from '../../../platform/mail/describe-occasion.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { passkeyCopiedMail } from '../../notices/passkey-notices.ts';
import { passkeyUnknown, type PasskeyProof } from './verify-passkey.ts';

/** The response to a passkey whose counter went back. */
export const passkeyCopied = () =>
  forbidden(
    'This passkey was refused, because there may be a copy of it. Sign in without it, and remove it from your account.',
  );

/**
 * Records that a passkey was used, under a lock: it may have been removed since it was verified. Returns false, and
 * tells the owner, if its counter went back: then two devices have the same key. The transaction must be committed.
 * @throws {Problem} 400 if the passkey was removed.
 */
export async function usePasskey(
  c: ApiContext,
  tx: Queryable,
  { queue }: Pick<Dependencies, 'queue'>,
  { passkeyId, accountId, counter, backedUp }: PasskeyProof,
): Promise<boolean> {
  const [stored] = await tx.query<{ counter: number; name: string }>(
    'SELECT counter, name FROM passkeys WHERE id = $1 AND account_id = $2 FOR UPDATE',
    [passkeyId, accountId],
  );
  if (stored === undefined) throw passkeyUnknown();
  // Most passkeys do not count: theirs stays 0.
  if (counter <= stored.counter && (counter > 0 || stored.counter > 0)) {
    await recordAudit(tx, {
      action: 'passkey.copy_refused',
      object: ['passkey', passkeyId],
      accountId,
      ip: clientAddress(c),
      details: { name: stored.name, presented: counter, current: stored.counter },
    });
    await notifyOwner(tx, queue, passkeyCopiedMail, accountId, occasionOf(c));
    return false;
  }
  await tx.query(
    'UPDATE passkeys SET counter = $2, backed_up = $3, last_used_at = now() WHERE id = $1',
    [passkeyId, counter, backedUp],
  );
  return true;
}
