import { SEARCHABLE_STATUSES } from '@carrel/shared/contract';

import { SIDECAR_ENDING } from '../../../extraction/metadata/sidecar.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';
import type { StagedEntries } from '../../rows/staged-entries.ts';

/**
 * Returns unchanged documents that are described by one of these files. They are searched, or would be processed anyway.
 * Until they are processed again, they have metadata that was not read.
 */
export async function findDescribed(
  tx: Queryable,
  { organizationId, datasetId, archiveId }: StagedEntries,
  changed: readonly { path: string }[],
): Promise<string[]> {
  const paths = changed.flatMap(({ path }) =>
    path.endsWith(SIDECAR_ENDING) ? [path.slice(0, -SIDECAR_ENDING.length)] : [],
  );
  if (paths.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `WITH held AS MATERIALIZED (
       SELECT id FROM documents WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($4::text[])
         AND archive_id IS DISTINCT FROM $3 AND status <> 'partitioning_error' ORDER BY id FOR UPDATE
     ), unread AS (
       ${updateUncounted(`omitted = CASE WHEN d.omitted @> '[{"what": "metadata"}]' THEN d.omitted
           ELSE '[{"what": "metadata", "count": 1}]' || coalesce(d.omitted, '[]') END,
         attempt = CASE WHEN d.status IN ('ingested') OR d.reprocessing THEN NULL ELSE d.attempt END`)}
       FROM held WHERE d.organization_id = $1 AND d.id = held.id RETURNING d.id, d.status
     )
     SELECT id FROM unread WHERE status = ANY ($5::text[])`,
    [organizationId, datasetId, archiveId, paths, SEARCHABLE_STATUSES],
  );
  return rows.map(({ id }) => id);
}
