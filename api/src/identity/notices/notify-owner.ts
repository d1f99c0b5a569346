import type { Queryable } from '../../platform/database/database.ts';
import type { Queue } from '../../platform/queue.ts';
import type { Mail, Occasion } from '../../platform/mail/mail.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';

interface NoticeOptions {
  /** The id of what the mail is about; the account by default. */
  reference?: string;
  afterSeconds?: number;
}

/** Sends a mail to every confirmed address of an account, if `tx` is committed. */
export async function notifyOwner(
  tx: Queryable,
  queue: Queue,
  mail: Mail,
  accountId: string,
  occasion: Occasion,
  { reference = accountId, afterSeconds = 0 }: NoticeOptions = {},
): Promise<void> {
  const confirmed = await tx.query<{ address: string }>(
    `SELECT address FROM account_emails WHERE account_id = $1 AND confirmed_at IS NOT NULL
     ORDER BY created_at, id`,
    [accountId],
  );
  for (const { address } of confirmed) {
    await enqueueMail(tx, queue, mail, { address, reference, occasion }, afterSeconds);
  }
}
