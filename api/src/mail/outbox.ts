import { randomUUID } from 'node:crypto';

import type { Queryable } from '../database/database.ts';
import type { Queue, QueueDefinition } from '../jobs/queue.ts';

export type MailKind =
  | 'confirm-email'
  | 'confirm-email-again'
  | 'already-registered'
  | 'reset-password'
  | 'invitation';

/** A message to send: what for, to whom, and the id of what it is about. */
export interface MailRequest {
  kind: MailKind;
  address: string;
  reference?: string;
}

/** Refused messages are sent again by their own schedule; the queue repeats only what a crash cut short. */
export const MAIL_QUEUE: QueueDefinition = {
  name: 'mail',
  retryLimit: 1000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 300,
};

/** Puts a message into the outbox; it leaves once `tx` is committed, and only then. */
export async function enqueueMail(
  tx: Queryable,
  queue: Queue,
  { kind, address, reference }: MailRequest,
): Promise<void> {
  const id = randomUUID();
  await tx.query('INSERT INTO outbox (id, kind, address, reference) VALUES ($1, $2, $3, $4)', [
    id,
    kind,
    address,
    reference ?? null,
  ]);
  await queue.send(MAIL_QUEUE.name, { id }, { tx });
}
