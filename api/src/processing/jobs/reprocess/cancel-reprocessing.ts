import type { Queryable } from '../../../platform/database/database.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';

/** Documents that one call lets go at most. */
export const CANCELLED_AT_ONCE = 500;

/**
 * Lets documents of a dataset go that wait to be processed again, or are processed again: they stay as they are.
 * Returns how many; fewer than `CANCELLED_AT_ONCE` where none are left.
 */
export async function cancelReprocessing(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
): Promise<number> {
  const cancelled = await tx.query<{ id: string }>(
    `WITH held AS MATERIALIZED (
       SELECT id FROM documents WHERE organization_id = $1 AND dataset_id = $2 AND reprocessing
       ORDER BY id LIMIT ${CANCELLED_AT_ONCE} FOR UPDATE
     )
     ${updateUncounted('reprocessing = false, attempt = NULL, turn = NULL, ocr_left = 0')}
     FROM held WHERE d.organization_id = $1 AND d.id = held.id
     RETURNING d.id`,
    [organizationId, datasetId],
  );
  await tx.query(
    'DELETE FROM ocr_pages WHERE organization_id = $1 AND document_id = ANY ($2::uuid[])',
    [organizationId, cancelled.map(({ id }) => id)],
  );
  return cancelled.length;
}
