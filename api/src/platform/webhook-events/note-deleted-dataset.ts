import type { Queryable } from '../database/database.ts';
import { isTold } from './is-told.ts';

/** Writes a delivery for each webhook that is to be told that a dataset was deleted. */
export async function recordDeletedDataset(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_deliveries (organization_id, endpoint_id, type, subject, data)
     SELECT $1, e.id, 'dataset.deleted', $2, jsonb_build_object(
       'organization_id', e.organization_id, 'dataset_id', $2::uuid)
     FROM webhook_endpoints e
     WHERE e.organization_id = $1 AND e.enabled AND 'dataset.deleted' = ANY (e.events)
       AND ${isTold('$2')}`,
    [organizationId, datasetId],
  );
}
