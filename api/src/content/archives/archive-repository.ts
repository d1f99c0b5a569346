import { FAILED_STATUSES, type Archive, type UploadOptions } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import type { ArchiveWrites } from '../../processing/rows/write-condition.ts';
import { fencedPaths } from '../../processing/rows/document-writes/seen-documents.ts';
import { lockDataset } from '../../processing/rows/lock-documents.ts';

const FAILED = FAILED_STATUSES.map((status) => `'${status}'`).join(', ');

export interface NewArchive extends UploadOptions {
  id: string;
  datasetId: string;
  name: string;
  /** Bytes of its zip; 0 where a write has none. */
  size: number;
  sha256: string;
  /** The document that its one file replaces. */
  replaces?: string | undefined;
  /** Of documents that a program writes by path. */
  writes?: ArchiveWrites | undefined;
  /** The source and the run that sends it. */
  source?: { sourceId: string; runId: string } | undefined;
}

/** Reads and changes the archives of one organization. `tx` is a tenant's transaction. */
export function archivesOf(tx: Queryable, organizationId: string) {
  return {
    /** Newest first, with those of sources, without deleted ones and without those of writes by path. */
    list: (datasetId: string) =>
      tx.query<Omit<Archive, 'created_at'> & { created_at: Date }>(
        `SELECT a.id, a.name, a.created_at, a.size, a.sync, a.delete_orphans, a.purge_on_completion,
           nullif(a.status, 'stored') AS status, a.error, a.purged_at IS NULL AS stored,
           a.paused_at IS NOT NULL AS paused, a.cancelled_at IS NOT NULL AS cancelled,
           CASE WHEN r.archive_id IS NOT NULL THEN json_build_object(
             'added', r.added, 'changed', r.changed, 'refused', r.refused, 'failed', (
               SELECT count(*) FROM documents d
               WHERE d.organization_id = $1 AND d.archive_id = a.id AND d.status IN (${FAILED})
                 AND d.removed_at IS NULL AND NOT EXISTS (
                   SELECT FROM archive_receipt_entries e
                   WHERE e.organization_id = $1 AND e.archive_id = a.id AND e.path = d.path
                     AND e.outcome = 'refused'
                 )
             )
           ) END AS counts
         FROM archives a
         LEFT JOIN archive_receipts r ON r.organization_id = $1 AND r.archive_id = a.id
         WHERE a.organization_id = $1 AND a.dataset_id = $2 AND a.removed_at IS NULL
           AND (a.writes IS NULL OR a.source_id IS NOT NULL) AND a.containers IS NULL
         ORDER BY a.created_at DESC, a.number DESC`,
        [organizationId, datasetId],
      ),

    /** Returns whether the dataset exists. */
    create: async (archive: NewArchive) => {
      // The lock commits archives of one dataset in the order of their numbers, in which they are merged.
      const { datasetId, writes } = archive;
      if (!(await lockDataset(tx, organizationId, datasetId))) return false;
      const fenced = await fencedPaths(tx, organizationId, datasetId, writes?.removes ?? []);
      await tx.query(
        `INSERT INTO archives (organization_id, id, dataset_id, name, size, sha256, sync, delete_orphans,
           orphans_folder, purge_on_completion, status, writes, replaces, purged_at, source_id, source_run_id)
         VALUES ($1, $2, $3, $4, $5::bigint, decode($6, 'hex'), $7, $8, $9, $10, $11, $12, $13,
           CASE WHEN $5::bigint = 0 THEN now() END, $14, $15)`,
        [
          organizationId,
          archive.id,
          datasetId,
          archive.name,
          archive.size,
          archive.sha256,
          archive.sync,
          archive.delete_orphans,
          archive.folder ?? '',
          archive.purge_on_completion,
          archive.sync ? 'pending' : 'stored',
          writes === undefined
            ? null
            : JSON.stringify({ ...writes, ...(fenced.length > 0 && { fenced }) }),
          archive.replaces ?? null,
          archive.source?.sourceId ?? null,
          archive.source?.runId ?? null,
        ],
      );
      return true;
    },

    /** What a download of an archive says of it; undefined where there is none. */
    bytesOf: async (datasetId: string, id: string) => {
      const [archive] = await tx.query<{
        name: string;
        size: number;
        sha256: string;
        purged: boolean;
      }>(
        `SELECT name, size, encode(sha256, 'hex') AS sha256, purged_at IS NOT NULL AS purged FROM archives
         WHERE organization_id = $1 AND dataset_id = $2 AND id = $3 AND removed_at IS NULL`,
        [organizationId, datasetId, id],
      );
      return archive;
    },

    /** Has an archive that was only stored merged, after all that were merged or wait before it. */
    sync: async (datasetId: string, id: string) => {
      // In the order in which a merge locks them.
      await lockDataset(tx, organizationId, datasetId);
      const [archive] = await tx.query<{ status: string; purged: boolean }>(
        `SELECT status, purged_at IS NOT NULL AS purged FROM archives
         WHERE organization_id = $1 AND dataset_id = $2 AND id = $3 AND removed_at IS NULL
         FOR NO KEY UPDATE`,
        [organizationId, datasetId, id],
      );
      if (archive === undefined) return 'missing';
      if (archive.status !== 'stored') return 'added';
      if (archive.purged) return 'purged';
      await tx.query(
        `UPDATE archives SET sync = true, status = 'pending', number = DEFAULT
         WHERE organization_id = $1 AND id = $2`,
        [organizationId, id],
      );
      return 'waiting';
    },

    /**
     * Hides an archive from the history, and returns whether it exists. Nobody could resume it any more, so
     * that it is not paused, and not merged where that has not begun.
     */
    delete: async (datasetId: string, id: string) => {
      const deleted = await tx.query(
        `UPDATE archives SET removed_at = now(),
           status = CASE WHEN paused_at IS NOT NULL AND status = 'pending' AND attempt IS NULL THEN 'failed'
             ELSE status END,
           paused_at = CASE WHEN cancelled_at IS NULL THEN NULL ELSE paused_at END
         WHERE organization_id = $1 AND dataset_id = $2 AND id = $3 AND removed_at IS NULL RETURNING id`,
        [organizationId, datasetId, id],
      );
      return deleted.length === 1;
    },
  };
}
