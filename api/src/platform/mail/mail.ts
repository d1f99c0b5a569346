import type { Queryable } from '../database/database.ts';
import type { Message } from './write-message.ts';

/** When and where what a mail is about happened. */
export interface Occasion {
  /** ISO 8601. */
  at: string;
  ip?: string | undefined;
  userAgent?: string | undefined;
  /** An e-mail address that it is about. */
  address?: string | undefined;
}

/** Whom a mail is sent to, the id of what it is about, and when and where that happened. */
export interface MailRequest {
  address: string;
  reference?: string | undefined;
  occasion?: Occasion | undefined;
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
