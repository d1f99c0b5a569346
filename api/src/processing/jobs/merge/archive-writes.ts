import { NO_DOCUMENT, PRECONDITION_FAILED } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import type { EntryRange, StagedEntries } from '../../rows/staged-entries.ts';
import type { ClaimedArchive } from './claimed-archive.ts';
import { isOfSource } from './source-origins.ts';
import { splitPath } from '../../rows/document-path.ts';
import { deleteFoldersAround } from '../../rows/folder-rows.ts';
import { recordRefused, recordRemoved } from '../../rows/receipt.ts';
import { holds, mayWrite, removable, type ArchiveWrites } from '../../rows/write-condition.ts';
import { deleteDocuments } from '../../rows/document-writes/write-documents.ts';

/** Refuses staged files of a range whose condition does not hold, in the transaction that merges the range. */
export async function refuseUnmet(
  tx: Queryable,
  { organizationId, datasetId, archiveId }: StagedEntries,
  { conditions }: ArchiveWrites,
  { after, to }: EntryRange,
): Promise<void> {
  const rows = await tx.query<{
    path: string;
    sent: string;
    id: string | null;
    sha256: string | null;
  }>(
    `SELECT e.path, encode(e.sha256, 'hex') AS sent, d.id, encode(d.sha256, 'hex') AS sha256
     FROM archive_entries e
     LEFT JOIN documents d ON d.organization_id = $1 AND d.dataset_id = $2 AND d.path = e.path
     WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path > $4 AND e.path <= $5
       AND e.path = ANY ($6::text[])`,
    [organizationId, datasetId, archiveId, after, to, Object.keys(conditions)],
  );
  const unmet = rows.filter(
    ({ path, sent, id, sha256 }) =>
      !mayWrite(conditions[path] ?? {}, id === null ? undefined : { sha256 }, sent),
  );
  if (unmet.length === 0) return;
  await tx.query(
    // Without a place of its bytes a file is not merged.
    `UPDATE archive_entries SET fault = $4, data_offset = NULL
     WHERE organization_id = $1 AND archive_id = $2 AND path = ANY ($3::text[])`,
    [organizationId, archiveId, unmet.map(({ path }) => path), PRECONDITION_FAILED],
  );
  await deleteFoldersAround(
    tx,
    { organizationId, datasetId },
    unmet.map(({ path }) => splitPath(path).folder),
  );
}

/** Returns the ids of the documents that a write is about to remove; of a source, its own. */
export async function findRemoved(
  tx: Queryable,
  { organizationId, datasetId, sourceId }: StagedEntries & Pick<ClaimedArchive, 'sourceId'>,
  writes: ArchiveWrites,
): Promise<string[]> {
  const rows = await tx.query<{ id: string; path: string; sha256: string | null }>(
    `SELECT id, path, encode(sha256, 'hex') AS sha256 FROM documents d
     WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($3::text[])
       AND ($4::uuid IS NULL OR ${isOfSource('$4')})`,
    [organizationId, datasetId, removable(writes), sourceId],
  );
  return rows
    .filter((document) => holds(writes.conditions[document.path] ?? {}, document))
    .map(({ id }) => id);
}

/**
 * Deletes the documents that a write removes, with the folders that they leave empty, and records the
 * outcomes. May be repeated.
 */
export async function removeWritten(
  tx: Queryable,
  staged: StagedEntries & Pick<ClaimedArchive, 'sourceId'>,
  writes: ArchiveWrites,
): Promise<void> {
  const { organizationId, datasetId, archiveId, sourceId } = staged;
  const { conditions, removes } = writes;
  const recorded = await tx.query<{ path: string }>(
    `SELECT path FROM archive_receipt_entries
     WHERE organization_id = $1 AND archive_id = $2 AND path = ANY ($3::text[])`,
    [organizationId, archiveId, removes],
  );
  const done = new Set(recorded.map(({ path }) => path));
  const rows = await tx.query<{ id: string; path: string; folder: string; sha256: string | null }>(
    `SELECT id, path, folder, encode(sha256, 'hex') AS sha256 FROM documents d
     WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($3::text[])
       AND ($4::uuid IS NULL OR ${isOfSource('$4')})
     ORDER BY id FOR UPDATE`,
    [organizationId, datasetId, removable(writes), sourceId],
  );
  const found = new Map(rows.map((row) => [row.path, row]));
  const left = removes.filter((path) => !done.has(path));
  const removed = left.flatMap((path) => {
    const document = found.get(path);
    return document !== undefined && holds(conditions[path] ?? {}, document) ? [document] : [];
  });
  const removedPaths = new Set(removed.map(({ path }) => path));
  await deleteDocuments(
    tx,
    organizationId,
    removed.map(({ id }) => id),
  );
  await deleteFoldersAround(
    tx,
    { organizationId, datasetId },
    removed.map(({ folder }) => folder),
  );
  await recordRemoved(tx, staged, [...removedPaths]);
  await recordRefused(
    tx,
    staged,
    left
      .filter((path) => !removedPaths.has(path))
      .map((path) => ({ path, reason: found.has(path) ? PRECONDITION_FAILED : NO_DOCUMENT })),
  );
}
