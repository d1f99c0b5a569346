import type {
  CreateWebhookInput,
  UpdateWebhookInput,
  Webhook,
} from '@carrel/shared/contract/organization';

import type { Queryable } from '../../platform/database/database.ts';

interface WebhookRow extends Omit<Webhook, 'failing_since' | 'last_delivered_at' | 'created_at'> {
  failing_since: Date | null;
  last_delivered_at: Date | null;
  created_at: Date;
}

const COLUMNS = `id, name, description, url, events, dataset_ids, enabled, disabled_reason, failing_since,
  last_delivered_at, created_at`;

/** The webhooks of one organization. `tx` is a tenant's transaction. */
export function webhooksOf(tx: Queryable, organizationId: string) {
  return {
    list: async (): Promise<Webhook[]> => {
      const rows = await tx.query<WebhookRow>(
        `SELECT ${COLUMNS} FROM webhook_endpoints WHERE organization_id = $1
         ORDER BY created_at DESC, id`,
        [organizationId],
      );
      return rows.map(webhookOfRow);
    },

    /** Returns a webhook, locked; undefined where there is none. */
    lock: async (id: string): Promise<Pick<Webhook, 'enabled'> | undefined> => {
      const [row] = await tx.query<Pick<Webhook, 'enabled'>>(
        `SELECT enabled FROM webhook_endpoints WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
        [organizationId, id],
      );
      return row;
    },

    /** Lets what waits be sent at once, although the webhook was failing. */
    tryNow: async (id: string): Promise<void> => {
      await tx.query(
        'UPDATE webhook_endpoints SET hold_until = NULL WHERE organization_id = $1 AND id = $2',
        [organizationId, id],
      );
    },

    exists: async (id: string): Promise<boolean> => {
      const rows = await tx.query(
        'SELECT FROM webhook_endpoints WHERE organization_id = $1 AND id = $2',
        [organizationId, id],
      );
      return rows.length === 1;
    },

    /** Webhooks are created one after the other, so that their number is right. */
    count: async (): Promise<number> => {
      await tx.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      const [counted] = await tx.query<{ webhooks: number }>(
        'SELECT count(*) AS webhooks FROM webhook_endpoints WHERE organization_id = $1',
        [organizationId],
      );
      return counted?.webhooks ?? 0;
    },

    /** The datasets that a webhook is limited to, and those of which it has something to send. */
    datasetIdsOf: async (id: string): Promise<string[]> => {
      const [webhook] = await tx.query<{ ids: string[] }>(
        `SELECT coalesce(dataset_ids, '{}') || ARRAY(
           SELECT DISTINCT (d.data ->> 'dataset_id')::uuid FROM webhook_deliveries d
           WHERE d.organization_id = e.organization_id AND d.endpoint_id = e.id AND d.state = 'waiting'
             AND d.data ->> 'dataset_id' IS NOT NULL) AS ids
         FROM webhook_endpoints e WHERE e.organization_id = $1 AND e.id = $2`,
        [organizationId, id],
      );
      return webhook?.ids ?? [];
    },

    /** Returns whether one of these datasets is not the organization's. A webhook may keep those that it has. */
    lacksDataset: async (datasetIds: readonly string[], id?: string): Promise<boolean> => {
      const missing = await tx.query(
        `SELECT FROM unnest($2::uuid[]) AS w (id) WHERE NOT EXISTS (
           SELECT FROM datasets d WHERE d.organization_id = $1 AND d.id = w.id)
         AND NOT EXISTS (
           SELECT FROM webhook_endpoints e
           WHERE e.organization_id = $1 AND e.id = $3 AND w.id = ANY (e.dataset_ids))`,
        [organizationId, datasetIds, id ?? null],
      );
      return missing.length > 0;
    },

    create: async (webhook: CreateWebhookInput, createdBy: string): Promise<string> => {
      const [created] = await tx.query<{ id: string }>(
        `INSERT INTO webhook_endpoints (organization_id, name, description, url, events, dataset_ids, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        [
          organizationId,
          webhook.name,
          webhook.description || null,
          webhook.url,
          [...new Set(webhook.events)],
          webhook.dataset_ids ?? null,
          createdBy,
        ],
      );
      if (created === undefined) throw new Error('The webhook was not inserted');
      return created.id;
    },

    /** Returns whether there is such a webhook. One that is enabled again begins anew. */
    update: async (id: string, changes: UpdateWebhookInput): Promise<boolean> => {
      const updated = await tx.query(
        `UPDATE webhook_endpoints SET name = coalesce($3, name),
           description = CASE WHEN $4::text IS NULL THEN description ELSE nullif($4, '') END,
           url = coalesce($5, url), events = coalesce($6, events),
           dataset_ids = CASE WHEN $7 THEN $8 ELSE dataset_ids END,
           enabled = coalesce($9, enabled),
           disabled_reason = CASE $9 WHEN false THEN coalesce(disabled_reason, 'person') WHEN true THEN NULL
             ELSE disabled_reason END,
           failures = CASE WHEN $9 OR url <> $5 THEN 0 ELSE failures END,
           failing_since = CASE WHEN $9 OR url <> $5 THEN NULL ELSE failing_since END,
           hold_until = CASE WHEN $9 OR url <> $5 THEN NULL ELSE hold_until END
         WHERE organization_id = $1 AND id = $2 RETURNING id`,
        [
          organizationId,
          id,
          changes.name ?? null,
          changes.description ?? null,
          changes.url ?? null,
          changes.events === undefined ? null : [...new Set(changes.events)],
          changes.dataset_ids !== undefined,
          changes.dataset_ids ?? null,
          changes.enabled ?? null,
        ],
      );
      return updated.length === 1;
    },

    /** Returns whether there was such a webhook. Its deliveries are purged later. */
    delete: async (id: string): Promise<boolean> => {
      const deleted = await tx.query(
        'DELETE FROM webhook_endpoints WHERE organization_id = $1 AND id = $2 RETURNING id',
        [organizationId, id],
      );
      return deleted.length === 1;
    },
  };
}

function webhookOfRow(row: WebhookRow): Webhook {
  return {
    ...row,
    failing_since: row.failing_since?.toISOString() ?? null,
    last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
