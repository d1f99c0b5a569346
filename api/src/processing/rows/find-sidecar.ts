import type { Database } from '../../platform/database/database.ts';
import type { SidecarInput } from '../../extraction/tasks/tasks.ts';
import { bytesKeyOf } from './bytes-key.ts';
import { SIDECAR_ENDING } from '../../extraction/metadata/sidecar.ts';

const LOCATION = (row: string) => `json_build_object('dataOffset', ${row}.data_offset,
  'compressedSize', ${row}.compressed_size, 'size', ${row}.size, 'method', ${row}.method, 'crc32', ${row}.crc32)`;

const BYTES_KEY = bytesKeyOf('m');

/**
 * Where the sidecar of a document `d` is, as a `SidecarInput`. While its archive is being merged, the sidecar
 * may not be a document yet, but it is staged.
 */
export const SIDECAR_SQL = `coalesce(
  (SELECT json_build_object('key', e.archive_id, 'location', ${LOCATION('e')}) FROM archive_entries e
   WHERE e.organization_id = d.organization_id AND e.archive_id = d.archive_id
     AND e.path = coalesce(d.origin_path, d.path) || '${SIDECAR_ENDING}' AND e.fault IS NULL),
  (SELECT json_build_object('key', ${BYTES_KEY}, 'location', ${LOCATION('m')}) FROM documents m
   WHERE m.organization_id = d.organization_id AND m.dataset_id = d.dataset_id
     AND m.path = d.path || '${SIDECAR_ENDING}' AND m.removed_at IS NULL AND m.data_offset IS NOT NULL
     AND ${BYTES_KEY} IS NOT NULL))`;

/** Returns where the sidecar of a document is now. */
export async function findSidecar(
  database: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<SidecarInput | undefined> {
  const [row] = await database.queryOnce<{ sidecar: SidecarInput | null }>(
    `SELECT ${SIDECAR_SQL} AS sidecar FROM documents d WHERE d.organization_id = $1 AND d.id = $2`,
    [organizationId, id],
    organizationId,
  );
  return row?.sidecar ?? undefined;
}
