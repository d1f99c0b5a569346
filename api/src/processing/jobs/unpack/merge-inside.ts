import type { Queryable } from '../../../platform/database/database.ts';
import { deleteFoldersAround } from '../../rows/folder-rows.ts';
import { recordRemoved } from '../../rows/receipt.ts';
import type { EntryRange, StagedEntries } from '../../rows/staged-entries.ts';
import { containerRows, type Container } from '../../rows/container.ts';
import { noteInside } from './note-inside.ts';
import { deleteDocuments } from '../../rows/document-writes/write-documents.ts';

/** An archive of what is inside of containers. */
export interface StagedInside extends StagedEntries {
  containers: readonly Container[];
}

const TAKEN = 'A file that was uploaded, or that is inside of another, has this path.';

/**
 * Prepares a range of staged files for merging: drops those whose container was replaced, moved or deleted, and
 * refuses those whose path another document has. Holds the containers until the transaction ends.
 */
export async function prepareInside(
  tx: Queryable,
  staged: StagedInside,
  { after, to }: EntryRange,
): Promise<void> {
  const { organizationId, datasetId, archiveId, containers } = staged;
  const range = [organizationId, archiveId, after, to];
  // In one statement, so that documents are locked in the order of their ids.
  await tx.query(
    `SELECT d.id FROM documents d WHERE d.organization_id = $1 AND d.id IN (
       SELECT DISTINCT e.container_id FROM archive_entries e
       WHERE e.organization_id = $1 AND e.archive_id = $2 AND e.path > $3 AND e.path <= $4
       UNION
       SELECT x.id FROM archive_entries e
       JOIN documents x ON x.organization_id = $1 AND x.dataset_id = $5 AND x.path = e.path
       WHERE e.organization_id = $1 AND e.archive_id = $2 AND e.path > $3 AND e.path <= $4
     ) ORDER BY d.id FOR UPDATE OF d`,
    [...range, datasetId],
  );
  const dropped = await tx.query<{ folder: string }>(
    `DELETE FROM archive_entries e
     WHERE e.organization_id = $1 AND e.archive_id = $2 AND e.path > $3 AND e.path <= $4 AND NOT EXISTS (
       SELECT FROM documents c JOIN ${containerRows('$5')} ON k.id = c.id
       WHERE c.organization_id = $1 AND c.id = e.container_id AND encode(c.sha256, 'hex') = k.sha256 AND c.path = k.path
     ) RETURNING e.folder`,
    [...range, JSON.stringify(containers)],
  );
  if (dropped.length > 0) {
    await deleteFoldersAround(
      tx,
      staged,
      dropped.map(({ folder }) => folder),
    );
  }
  const refused = await tx.query<{ path: string; container: string }>(
    // Without a place of its bytes a file is not merged.
    `UPDATE archive_entries e SET fault = $6, data_offset = NULL, sha256 = coalesce(e.sha256, '')
     FROM documents d
     WHERE e.organization_id = $1 AND e.archive_id = $2 AND e.path > $3 AND e.path <= $4
       AND d.organization_id = $1 AND d.dataset_id = $5 AND d.path = e.path
       AND d.container_id IS DISTINCT FROM e.container_id
     RETURNING e.path, e.container_id AS container`,
    [...range, datasetId, TAKEN],
  );
  await noteInside(
    tx,
    organizationId,
    containers.flatMap(({ id: documentId, path }) => {
      const own = refused.filter(({ container }) => container === documentId);
      const named = own.slice(0, 20).map((each) => ({
        name: each.path.slice(path.length + 1),
        reason: TAKEN,
      }));
      return own.length === 0 ? [] : [{ documentId, refused: own.length, named }];
    }),
  );
}

/**
 * Deletes those of the next `size` documents inside of the containers after a path that their bytes lack.
 * Returns the path of the last one; undefined where none was left.
 */
export async function deleteLeftInside(
  tx: Queryable,
  staged: StagedInside,
  after: string,
  size: number,
): Promise<string | undefined> {
  const { organizationId, archiveId, containers } = staged;
  const left = await tx.query<{ id: string; path: string; folder: string }>(
    `SELECT d.id, d.path, d.folder FROM documents d
     JOIN ${containerRows('$5')} ON k.id = d.container_id
     JOIN documents c ON c.organization_id = $1 AND c.id = k.id
       AND encode(c.sha256, 'hex') IS NOT DISTINCT FROM k.sha256 AND c.path = k.path
     WHERE d.organization_id = $1 AND d.path > $3 AND NOT EXISTS (
       SELECT FROM archive_entries e WHERE e.organization_id = $1 AND e.archive_id = $2 AND e.path = d.path
     )
     ORDER BY d.path LIMIT $4`,
    [organizationId, archiveId, after, size, JSON.stringify(containers)],
  );
  return deleteInside(tx, staged, left);
}

/** Deletes up to `size` documents inside of documents that a write is about to remove. May be repeated. */
export async function deleteInsideOf(
  tx: Queryable,
  staged: StagedEntries,
  containerIds: readonly string[],
  size: number,
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string; path: string; folder: string }>(
    `SELECT id, path, folder FROM documents
     WHERE organization_id = $1 AND container_id = ANY ($2::uuid[]) ORDER BY path LIMIT $3`,
    [staged.organizationId, containerIds, size],
  );
  return deleteInside(tx, staged, rows);
}

async function deleteInside(
  tx: Queryable,
  staged: StagedEntries,
  rows: readonly { id: string; path: string; folder: string }[],
): Promise<string | undefined> {
  if (rows.length === 0) return undefined;
  const { organizationId } = staged;
  const held = await tx.query<{ id: string; path: string }>(
    `SELECT id, path FROM documents WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`,
    [organizationId, rows.map(({ id }) => id)],
  );
  await deleteDocuments(
    tx,
    organizationId,
    held.map(({ id }) => id),
  );
  await deleteFoldersAround(
    tx,
    staged,
    rows.map(({ folder }) => folder),
  );
  await recordRemoved(
    tx,
    staged,
    held.map(({ path }) => path),
  );
  return rows.at(-1)?.path;
}
