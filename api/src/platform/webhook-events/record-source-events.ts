import type { Queryable } from '../database/database.ts';
import { isTold } from './is-told.ts';

/** Writes a delivery for each webhook that is to be told that a run of a source has ended. */
export async function recordSourceEvents(
  tx: Queryable,
  { organizationId, runId }: { organizationId: string; runId: string },
  type: 'source.completed' | 'source.failed',
): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data)
     SELECT $1, e.id, $3, r.source_id, jsonb_strip_nulls(jsonb_build_object(
       'organization_id', e.organization_id, 'dataset_id', r.dataset_id, 'source_id', r.source_id, 'run_id', r.id,
       'name', s.name, 'status', r.state, 'added', r.added, 'changed', r.changed, 'moved', r.moved, 'removed', r.removed,
       'failed', r.failed, 'error', r.error))
     FROM source_runs r
     JOIN sources s ON s.organization_id = $1 AND s.id = r.source_id
     JOIN webhook_endpoints e ON e.organization_id = $1 AND e.enabled AND $3 = ANY (e.events) AND ${isTold('r.dataset_id')}
     WHERE r.organization_id = $1 AND r.id = $2`,
    [organizationId, runId, type],
  );
}
