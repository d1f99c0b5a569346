import { randomUUID } from 'node:crypto';

import type { Queryable } from '../database/database.ts';
import type { Queue } from '../queue.ts';
import type { Mail, MailRequest } from './mail.ts';

/** The queue of the mails of the outbox, by their ids. It is stored in the database. */
export const MAIL_QUEUE = 'mail';

/** Stores a mail in the outbox. It is sent after `tx` is committed, and only then; `afterSeconds` later. */
export async function enqueueMail(
  tx: Queryable,
  queue: Queue,
  { kind }: Mail,
  { address, reference, occasion }: MailRequest,
  afterSeconds = 0,
): Promise<void> {
  const id = randomUUID();
  await tx.query(
    `INSERT INTO outbox (id, kind, address, reference, occasion, due_at)
     VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')`,
    [
      id,
      kind,
      address,
      reference ?? null,
      occasion === undefined ? null : JSON.stringify(occasion),
      afterSeconds,
    ],
  );
  await queue.send(MAIL_QUEUE, { id }, { tx, startAfterSeconds: afterSeconds });
}
