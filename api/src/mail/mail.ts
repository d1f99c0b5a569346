import type { Queryable } from '../database/database.ts';
import type { Message } from './write-message.ts';

/** Whom a mail is sent to, and the id of what it is about. */
export interface MailRequest {
  address: string;
  reference?: string;
}

/**
 * A kind of mail. It is composed when it is sent, from what the database holds then; `compose` returns
 * undefined where there is no reason to send it any more.
 */
export interface Mail {
  /** Stored in the outbox. */
  kind: string;
  compose(tx: Queryable, publicUrl: string, request: MailRequest): Promise<Message | undefined>;
}
