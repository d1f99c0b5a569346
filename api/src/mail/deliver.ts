import type { Dependencies } from '../dependencies.ts';
import { compose } from './compose.ts';
import { MAIL_QUEUE, type MailRequest } from './outbox.ts';
import type { MailTransport } from './transport.ts';

// About two days of a mail server being away.
const MAX_ATTEMPTS = 40;
const LONGEST_WAIT_SECONDS = 60 * 60;

// Links sent to one mailbox in an hour: nobody needs more, and a prankster gets no further.
const MAX_AN_HOUR = 20;

type Row = Pick<MailRequest, 'kind' | 'address'> & { reference: string | null; attempts: number };

/** Sends what the outbox holds, as the queue calls for it. */
export async function startMail(
  dependencies: Dependencies,
  transport: MailTransport,
): Promise<void> {
  await dependencies.queue.work<{ id: string }>(
    MAIL_QUEUE.name,
    { batchSize: 10, burstWhenBatchFull: true },
    async (jobs) => {
      for (const { data } of jobs) await deliver(dependencies, transport, data.id);
    },
  );
}

/** Sends one message of the outbox, unless it has been sent or given up. */
export async function deliver(
  { database, queue, settings, log }: Dependencies,
  transport: MailTransport,
  id: string,
): Promise<void> {
  const [row] = await database.query<Row>(
    `SELECT kind, address, reference, attempts FROM outbox
     WHERE id = $1 AND sent_at IS NULL AND failed_at IS NULL`,
    [id],
  );
  if (row === undefined) return;
  const { kind, address, reference, attempts } = row;
  const [recent] = await database.query<{ count: number }>(
    `SELECT count(*) FROM outbox
     WHERE address = $1 AND kind = $2 AND sent_at > now() - interval '1 hour'`,
    [address, kind],
  );
  const message =
    (recent?.count ?? 0) >= MAX_AN_HOUR
      ? undefined
      : await database.transaction((tx) =>
          compose(tx, settings.publicUrl, {
            kind,
            address,
            ...(reference === null ? {} : { reference }),
          }),
        );
  if (message === undefined) {
    await database.query('DELETE FROM outbox WHERE id = $1', [id]);
    return;
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
    if (permanent) return;
    const startAfterSeconds = Math.min(LONGEST_WAIT_SECONDS, 5 * 2 ** attempts);
    await queue.send(MAIL_QUEUE.name, { id }, { startAfterSeconds });
    return;
  }
  await database.query('UPDATE outbox SET sent_at = now(), last_error = NULL WHERE id = $1', [id]);
}

/** Whether the mail server said that trying again is no use (a reply of 500 or above). */
function isPermanent(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500;
}
