import { backOff } from '@carrel/shared/contract';

import type { Dependencies } from '../dependencies.ts';
import type { Mail, Occasion } from './mail.ts';
import type { MailTransport } from './transport.ts';

/** What sending mails needs. */
export interface MailContext extends Pick<Dependencies, 'database' | 'settings' | 'log'> {
  transport: MailTransport;
  /** Every kind of mail. */
  mails: readonly Mail[];
}

// About two days without a mail server.
const MAX_ATTEMPTS = 40;
const LONGEST_WAIT_SECONDS = 60 * 60;

// Mails of one kind to one address in an hour: enough for any user, and it limits abuse.
const MAX_AN_HOUR = 20;

interface Row {
  kind: string;
  address: string;
  reference: string | null;
  occasion: Occasion | null;
  attempts: number;
}

/** Sends one mail of the outbox, unless it was sent or has failed; returns when to try again. */
export async function deliver(
  { database, settings, log, transport, mails }: MailContext,
  id: string,
): Promise<{ repeatAfterSeconds: number } | undefined> {
  const [row] = await database.query<Row>(
    `SELECT kind, address, reference, occasion, attempts FROM outbox
     WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL`,
    [id],
  );
  if (row === undefined) return undefined;
  const { kind, address, attempts } = row;
  const mail = mails.find((one) => one.kind === kind);
  if (mail === undefined) throw new Error(`There is no mail of the kind ${kind}`);
  const [recent] = await database.query<{ count: number }>(
    `SELECT count(*) FROM outbox
     WHERE address = $1 AND kind = $2 AND sent_at > now() - interval '1 hour'`,
    [address, kind],
  );
  const message =
    (recent?.count ?? 0) >= MAX_AN_HOUR
      ? undefined
      : await database.transaction((tx) =>
          mail.compose(tx, settings.publicUrl, {
            address,
            reference: row.reference ?? undefined,
            occasion: row.occasion ?? undefined,
          }),
        );
  if (message === undefined) {
    await database.query('DELETE FROM outbox WHERE id = $1', [id]);
    return undefined;
  }

  try {
    await transport.send(id, message);
  } catch (error) {
    const permanent = isPermanent(error) || attempts + 1 >= MAX_ATTEMPTS;
    await database.query(
      `UPDATE outbox SET attempts = attempts + 1, last_error = $2,
         failed_at = CASE WHEN $3 THEN now() END WHERE id = $1`,
      [id, error instanceof Error ? error.message : String(error), permanent],
    );
    log.error(permanent ? 'mail given up' : 'mail delayed', error, { outbox_id: id, kind });
    if (permanent) return undefined;
    const wait = { first: 5, most: LONGEST_WAIT_SECONDS };
    return { repeatAfterSeconds: backOff(attempts + 1, wait) };
  }
  await database.query('UPDATE outbox SET sent_at = now(), last_error = NULL WHERE id = $1', [id]);
  return undefined;
}

/** Whether the mail server refused the mail permanently, with a reply of 500 or above. */
function isPermanent(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500;
}
