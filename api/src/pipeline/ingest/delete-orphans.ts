import type { Queryable } from '../../database/database.ts';
import { recordRemoved, type StagedEntries } from './claimed-archive.ts';

/**
 * Deletes those of the next `size` documents after a path that the archive lacks. Returns the path of
 * the last one; undefined where none was left.
 */
export async function deleteOrphans(
  tx: Queryable,
  staged: StagedEntries,
  after: string,
  size: number,
): Promise<string | undefined> {
  const { organizationId, datasetId, archiveId } = staged;
  const to = await lastPath(tx, 'documents', staged, after, size);
  if (to === undefined) return undefined;
  const orphans = await tx.query<{ id: string; path: string }>(
    `SELECT d.id, d.path FROM documents d
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.path > $4 AND d.path <= $5
       AND NOT EXISTS (
         SELECT FROM archive_entries e WHERE e.organization_id = $1 AND e.archive_id = $3
         AND e.path = d.path AND e.path > $4 AND e.path <= $5
       )
     ORDER BY d.id FOR UPDATE OF d`,
    [organizationId, datasetId, archiveId, after, to],
  );
  if (orphans.length > 0) {
    await tx.query('DELETE FROM documents WHERE organization_id = $1 AND id = ANY ($2::uuid[])', [
      organizationId,
      orphans.map(({ id }) => id),
    ]);
    await recordRemoved(
      tx,
      staged,
      orphans.map(({ path }) => path),
    );
  }
  return to;
}

/** The same for folders without documents. */
export async function deleteEmptyFolders(
  tx: Queryable,
  staged: StagedEntries,
  after: string,
  size: number,
): Promise<string | undefined> {
  const to = await lastPath(tx, 'folders', staged, after, size);
  if (to === undefined) return undefined;
  // 0 is the character after the slash: every path below a folder sorts between the two.
  await tx.query(
    `DELETE FROM folders f WHERE f.organization_id = $1 AND f.dataset_id = $2
     AND f.path > $3 AND f.path <= $4 AND f.document_count = 0
     AND NOT EXISTS (
       SELECT FROM documents d WHERE d.dataset_id = $2 AND d.path >= f.path || '/' AND d.path < f.path || '0'
     )`,
    [staged.organizationId, staged.datasetId, after, to],
  );
  return to;
}

async function lastPath(
  tx: Queryable,
  table: 'documents' | 'folders',
  { organizationId, datasetId }: StagedEntries,
  after: string,
  size: number,
): Promise<string | undefined> {
  const [last] = await tx.query<{ path: string | null }>(
    `SELECT max(path) AS path FROM (
       SELECT path FROM ${table} WHERE organization_id = $1 AND dataset_id = $2 AND path > $3
       ORDER BY path LIMIT $4
     ) following`,
    [organizationId, datasetId, after, size],
  );
  return last?.path ?? undefined;
}
