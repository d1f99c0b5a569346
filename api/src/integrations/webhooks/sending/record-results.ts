import type { WebhookAttempt } from '@carrel/shared/contract/organization';

import { recordAudit } from '../../../platform/access/audit.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import type { Log } from '../../../platform/log.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import { addressesOfAdmins, webhookDisabledMail } from '../webhook-disabled-mail.ts';
import type { AttemptResult } from './attempt.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { secondsHeld, secondsUntilRetry } from './retry-schedule.ts';

/** Attempts that the log of a delivery keeps. */
const LOG_MAX = 20;

export interface Recording {
  database: Database;
  queue: Queue;
  log: Log;
  /** When a delivery is retried, in seconds after its first attempt; after the last of them it is given up. */
  schedule: readonly number[];
}

export interface SentDelivery {
  delivery: ClaimedDelivery;
  result: AttemptResult;
}

type Failure = Extract<AttemptResult, { end: 'failed' }>;

/** Records what came of attempts, unless another process has claimed the delivery meanwhile. */
export async function recordResults(
  recording: Recording,
  sent: readonly SentDelivery[],
): Promise<void> {
  const { database } = recording;
  const easy = sent.filter(({ result }) => result.end !== 'failed');
  if (easy.length > 0) {
    await database.transaction((tx) => recordUnfailed(tx, easy));
  }
  for (const { delivery, result } of sent) {
    if (result.end !== 'failed') continue;
    await database.transaction((tx) => recordFailure(recording, tx, delivery, result));
  }
}

/** An attempt that was cut off is forgotten: the delivery waits as before. */
async function recordUnfailed(tx: Queryable, sent: readonly SentDelivery[]): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries d SET claim = NULL, claimed_until = NULL,
       ${appended('r.entry')},
       attempts = d.attempts + (r.entry IS NOT NULL)::integer,
       state = CASE WHEN r.entry IS NULL THEN d.state ELSE 'delivered' END,
       ended_at = CASE WHEN r.entry IS NOT NULL THEN now() END
     FROM unnest($1::bigint[], $2::uuid[], $3::text[]) AS r (id, claim, entry)
     WHERE d.id = r.id AND d.claim = r.claim`,
    [
      sent.map(({ delivery }) => delivery.id),
      sent.map(({ delivery }) => delivery.claim),
      sent.map(({ result }) => (result.end === 'delivered' ? JSON.stringify(result.entry) : null)),
    ],
  );
  const reached = sent.filter(({ result }) => result.end === 'delivered');
  // Not with each delivery: the row is one, and they are many.
  await tx.query(
    `UPDATE webhook_endpoints SET failures = 0, failing_since = NULL, hold_until = NULL, last_delivered_at = now()
     WHERE id IN (
       SELECT id FROM webhook_endpoints WHERE id = ANY ($1::uuid[])
         AND (failures > 0 OR last_delivered_at IS NULL OR last_delivered_at < now() - interval '1 minute')
       ORDER BY id FOR NO KEY UPDATE)`,
    [[...new Set(reached.map(({ delivery }) => delivery.endpointId))]],
  );
}

const appended = (entry: string): string => `log = CASE WHEN ${entry} IS NULL THEN d.log
  WHEN jsonb_array_length(d.log) >= ${LOG_MAX} THEN (d.log - 0) || ${entry}::jsonb
  ELSE d.log || ${entry}::jsonb END`;

async function recordFailure(
  recording: Recording,
  tx: Queryable,
  delivery: ClaimedDelivery,
  failure: Failure,
): Promise<void> {
  const { schedule } = recording;
  const [endpoint] = await tx.query<{ failures: number; failingSeconds: number }>(
    `SELECT failures, extract(epoch FROM now() - coalesce(failing_since, now()))::float8 AS "failingSeconds"
     FROM webhook_endpoints WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [delivery.organizationId, delivery.endpointId],
  );
  const wait = failure.isGone
    ? undefined
    : secondsUntilRetry(schedule, delivery.elapsed, failure.retryAfter);
  const isOurs = await recordAttempt(tx, delivery, failure.entry, wait);
  if (!isOurs || endpoint === undefined) return;
  if (wait !== undefined) await holdFollowers(tx, delivery, wait);
  const failures = endpoint.failures + 1;
  await tx.query(
    `UPDATE webhook_endpoints SET failures = $3, failing_since = coalesce(failing_since, now()),
       hold_until = greatest(hold_until, now() + make_interval(secs => $4))
     WHERE organization_id = $1 AND id = $2`,
    [
      delivery.organizationId,
      delivery.endpointId,
      failures,
      secondsHeld(schedule, failures, failure),
    ],
  );
  const reason = failure.isGone
    ? 'gone'
    : endpoint.failingSeconds >= (schedule.at(-1) ?? 0)
      ? 'failing'
      : undefined;
  if (reason !== undefined) await disable(recording, tx, delivery, reason);
}

/** Returns whether the delivery was still claimed by this attempt. Without `wait` it is given up. */
async function recordAttempt(
  tx: Queryable,
  { id, claim }: ClaimedDelivery,
  entry: WebhookAttempt,
  wait: number | undefined,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE webhook_deliveries d SET claim = NULL, claimed_until = NULL, attempts = d.attempts + 1,
       ${appended('$3::text')},
       state = CASE WHEN $4::float8 IS NULL THEN 'failed' ELSE 'waiting' END,
       due_at = CASE WHEN $4::float8 IS NULL THEN d.due_at ELSE now() + make_interval(secs => $4) END,
       ended_at = CASE WHEN $4::float8 IS NULL THEN now() END
     WHERE d.id = $1 AND d.claim = $2 RETURNING d.id`,
    [id, claim, JSON.stringify(entry), wait ?? null],
  );
  return rows.length === 1;
}

/** Later events of the same subject wait as long, so that claims need not look at them again and again. */
async function holdFollowers(
  tx: Queryable,
  { id, endpointId }: ClaimedDelivery,
  wait: number,
): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries d SET due_at = now() + make_interval(secs => $3)
     WHERE d.endpoint_id = $2 AND d.state = 'waiting' AND d.id > $1
       AND d.subject = (SELECT f.subject FROM webhook_deliveries f WHERE f.id = $1)
       AND d.due_at < now() + make_interval(secs => $3)`,
    [id, endpointId, wait],
  );
}

async function disable(
  { queue, log }: Recording,
  tx: Queryable,
  { organizationId, endpointId }: ClaimedDelivery,
  reason: 'gone' | 'failing',
): Promise<void> {
  const disabled = await tx.query(
    `UPDATE webhook_endpoints SET enabled = false, disabled_reason = $3, hold_until = NULL
     WHERE organization_id = $1 AND id = $2 AND enabled RETURNING id`,
    [organizationId, endpointId, reason],
  );
  if (disabled.length === 0) return;
  log.warn('webhook disabled', {
    organization_id: organizationId,
    webhook_id: endpointId,
    reason,
  });
  await recordAudit(tx, {
    action: 'webhook.disabled',
    object: ['webhook', endpointId],
    organizationId,
    details: { reason },
  });
  for (const address of await addressesOfAdmins(tx, organizationId)) {
    await enqueueMail(tx, queue, webhookDisabledMail, { address, reference: endpointId });
  }
}
