import type { Queryable } from '../../../platform/database/database.ts';
import type { EntryRange, StagedEntries } from '../../rows/staged-entries.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';

/** Why a file of a source is refused: the path belongs to a document from elsewhere. */
export const PATH_TAKEN =
  'Another document is at this path. Move or delete it, or put the source into another folder.';

interface FromSource {
  sourceId: string | null;
}

/** True for a document `d` that the source `$n` may replace or delete: its own, or of a source that was deleted. */
export const isOfSource = (parameter: string): string => `(d.source_id = ${parameter}
  OR (d.source_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM sources s WHERE s.organization_id = d.organization_id AND s.id = d.source_id)))`;

/** Refuses staged files of a range whose paths have documents from elsewhere, in the transaction that merges the range. */
export async function refuseTaken(
  tx: Queryable,
  { organizationId, datasetId, archiveId, sourceId }: StagedEntries & FromSource,
  { after, to }: EntryRange,
): Promise<void> {
  if (sourceId === null) return;
  await tx.query(
    // Without a place of its bytes a file is not merged.
    `UPDATE archive_entries e SET fault = $6, data_offset = NULL
     FROM documents d
     WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path > $4 AND e.path <= $5
       AND d.organization_id = $1 AND d.dataset_id = $2 AND d.path = e.path AND NOT ${isOfSource('$7')}`,
    [organizationId, datasetId, archiveId, after, to, PATH_TAKEN, sourceId],
  );
}

/**
 * Writes of merged documents of a range where they came from, changed or not. What a source says of a document that is not
 * processed again, such as who may read it, is its metadata at once. A worker that reads it with what was said before
 * loses it to another.
 */
export async function setOrigins(
  tx: Queryable,
  { organizationId, datasetId, archiveId, sourceId }: StagedEntries & FromSource,
  { after, to }: EntryRange,
): Promise<void> {
  if (sourceId === null) return;
  await tx.query(
    `WITH held AS MATERIALIZED (
       SELECT d.id, o.key, o.url, o.metadata FROM archive_entries e
       JOIN source_objects o ON o.organization_id = $1 AND o.archive_id = $3 AND o.sent_path = e.path
       JOIN documents d ON d.organization_id = $1 AND d.dataset_id = $2 AND d.path = e.path
       WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path > $4 AND e.path <= $5 AND e.fault IS NULL
       ORDER BY d.id FOR UPDATE OF d
     )
     ${updateUncounted(`source_id = $6, source_key = held.key, source_url = held.url, source_metadata = held.metadata,
       attempt = CASE WHEN (d.status IN ('ingested') OR d.reprocessing) AND d.source_metadata IS DISTINCT FROM held.metadata THEN NULL
         ELSE d.attempt END,
       read_metadata = CASE WHEN d.status IN ('ingested') THEN d.read_metadata ELSE nullif(
         coalesce(d.read_metadata, '{}') - ARRAY(SELECT jsonb_object_keys(coalesce(d.source_metadata, '{}')))
           || coalesce(held.metadata, '{}'), '{}') END`)}
     FROM held WHERE d.organization_id = $1 AND d.id = held.id
       AND (d.source_id, d.source_key, d.source_url, d.source_metadata)
         IS DISTINCT FROM ($6::uuid, held.key, held.url, held.metadata)`,
    [organizationId, datasetId, archiveId, after, to, sourceId],
  );
}
