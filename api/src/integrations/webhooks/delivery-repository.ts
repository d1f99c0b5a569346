import {
  WEBHOOK_PAGE,
  WEBHOOK_TEST_EVENT,
  type WebhookAttempt,
  type WebhookDelivery,
} from '@carrel/shared/contract/organization';

import type { Queryable } from '../../platform/database/database.ts';

/** Deliveries that are sent again by one request. */
const RECOVERED_MAX = 10_000;

interface DeliveryRow {
  number: number;
  id: string;
  type: string;
  created_at: Date;
  state: string;
  attempts: number;
  log: WebhookAttempt[];
  next_attempt_at: Date | null;
  data: Record<string, unknown>;
}

interface DeliveryQuery {
  state?: string | undefined;
  cursor?: number | undefined;
}

/** What becomes of a delivery that is sent again: it has a day of retries anew. */
const WAITS_ANEW = `state = 'waiting', due_at = now(), first_attempt_at = NULL, ended_at = NULL`;

/**
 * True if a delivery of the organization `$1` tells of nothing that is out of the caller's reach. Where contents are kept from
 * Owners and Admins, what was in a dataset that was deleted is: it is not known any more who saw that.
 */
const IS_SEEN = `(data ->> 'dataset_id' IS NULL OR (is_reachable((data ->> 'dataset_id')::uuid) AND (
  type = 'dataset.deleted' OR NOT (SELECT admins_take_access FROM organizations WHERE id = $1)
  OR EXISTS (SELECT FROM datasets k WHERE k.organization_id = $1 AND k.id = (data ->> 'dataset_id')::uuid))))`;

/**
 * The deliveries of one webhook, without those that tell of what is out of the caller's reach. `tx` is a tenant's
 * transaction.
 */
export function deliveriesOf(tx: Queryable, organizationId: string, webhookId: string) {
  const place = [organizationId, webhookId];
  return {
    /** Returns a page, the newest first, and the cursor of the next one. */
    list: async ({
      state,
      cursor,
    }: DeliveryQuery): Promise<{ deliveries: WebhookDelivery[]; next_cursor?: string }> => {
      const rows = await tx.query<DeliveryRow>(
        `SELECT d.id AS number, message_id AS id, type, created_at, state, attempts, log, data,
           CASE WHEN state = 'waiting' THEN due_at END AS next_attempt_at
         FROM webhook_deliveries d
         WHERE organization_id = $1 AND endpoint_id = $2 AND d.id < $3 AND ($4::text IS NULL OR state = $4)
           AND ${IS_SEEN}
         ORDER BY d.id DESC LIMIT ${WEBHOOK_PAGE + 1}`,
        [...place, cursor ?? Number.MAX_SAFE_INTEGER, state ?? null],
      );
      const page = rows.slice(0, WEBHOOK_PAGE);
      const last = page.at(-1);
      return {
        deliveries: page.map(deliveryOfRow),
        ...(rows.length > WEBHOOK_PAGE && last && { next_cursor: String(last.number) }),
      };
    },

    /** Writes an event that tells nothing, for this webhook alone. It waits for no other one. */
    addTest: async (): Promise<string> => {
      const [created] = await tx.query<{ id: string }>(
        `INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data)
         VALUES ($1, $2, '${WEBHOOK_TEST_EVENT}', gen_random_uuid(),
           jsonb_build_object('organization_id', $1::uuid, 'webhook_id', $2::uuid))
         RETURNING message_id AS id`,
        place,
      );
      return created?.id ?? '';
    },

    /** Sends a delivery again, under the same id. Returns false where there is none; one that waits is due. */
    redeliver: async (id: string): Promise<boolean> => {
      const again = await tx.query(
        `UPDATE webhook_deliveries SET ${WAITS_ANEW}
         WHERE organization_id = $1 AND endpoint_id = $2 AND message_id = $3 AND ${IS_SEEN} RETURNING id`,
        [...place, id],
      );
      return again.length === 1;
    },

    /** Sends again what failed since a time, the oldest first. Returns how many. */
    recover: async (since: string): Promise<number> => {
      const again = await tx.query(
        `UPDATE webhook_deliveries SET ${WAITS_ANEW} WHERE id IN (
           SELECT id FROM webhook_deliveries
           WHERE organization_id = $1 AND endpoint_id = $2 AND state = 'failed' AND ended_at >= $3
             AND ${IS_SEEN}
           ORDER BY id LIMIT ${RECOVERED_MAX})
         RETURNING id`,
        [...place, since],
      );
      return again.length;
    },
  };
}

function deliveryOfRow({ number: _number, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  };
}
