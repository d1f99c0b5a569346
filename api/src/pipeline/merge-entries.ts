import type { Queryable } from '../database/database.ts';
import { splitPath } from '../datasets/document-path.ts';
import { recordOutcomes, recordRemoved, type EntryRange } from './record-outcomes.ts';

const FOLDERS_AT_ONCE = 5000;
/** Files that become documents by one statement: requests wait for no longer than it takes. */
const ENTRIES_AT_ONCE = 500;

/** An archive whose files are all staged. */
export interface StagedEntries {
  organizationId: string;
  datasetId: string;
  archiveId: string;
  /** Every folder around any of its files. */
  folders: ReadonlySet<string>;
}

/** Files merged by one step. */
export interface MergedBatch {
  /** The path of the last of them; undefined where there was none left. */
  last: string | undefined;
  /** Documents that need to be processed. */
  documentIds: string[];
}

/**
 * Makes staged files documents of their dataset, in the order of their paths: new paths are added,
 * changed bytes replace the document at their path, unchanged ones are left alone.
 */
export async function mergeEntries(
  tx: Queryable,
  staged: StagedEntries,
  after: string,
): Promise<MergedBatch> {
  const to = await findBoundary(tx, staged, after);
  if (to === undefined) return { last: undefined, documentIds: [] };
  const changed = await upsertDocuments(tx, staged, { after, to });
  await forgetContents(
    tx,
    staged.organizationId,
    changed.filter(({ created }) => !created).map(({ id }) => id),
  );
  await recordOutcomes(
    tx,
    staged,
    { after, to },
    {
      paths: changed.map(({ path }) => path),
      created: changed.map(({ created }) => created),
    },
  );
  const documentIds = changed.filter(({ status }) => status === 'ingested').map(({ id }) => id);
  return { last: to, documentIds };
}

async function findBoundary(
  tx: Queryable,
  { organizationId, archiveId }: StagedEntries,
  after: string,
): Promise<string | undefined> {
  const [boundary] = await tx.query<{ path: string | null }>(
    `SELECT max(path) AS path FROM (
       SELECT path FROM archive_entries WHERE organization_id = $1 AND archive_id = $2 AND path > $3
       ORDER BY path LIMIT $4
     ) batch`,
    [organizationId, archiveId, after, ENTRIES_AT_ONCE],
  );
  return boundary?.path ?? undefined;
}

interface ChangedDocument {
  id: string;
  path: string;
  status: string;
  created: boolean;
}

function upsertDocuments(
  tx: Queryable,
  { organizationId, datasetId, archiveId }: StagedEntries,
  { after, to }: EntryRange,
): Promise<ChangedDocument[]> {
  return tx.query<ChangedDocument>(
    `INSERT INTO documents AS d (organization_id, dataset_id, path, folder, name, sort_name, size, sha256,
       status, error, archive_id, data_offset, compressed_size, method, crc32)
     SELECT organization_id, $2, path, folder, name, sort_name, size, sha256,
       CASE WHEN fault IS NULL THEN 'ingested' ELSE 'partitioning_error' END, fault,
       archive_id, data_offset, compressed_size, method, crc32
     FROM archive_entries
     WHERE organization_id = $1 AND archive_id = $3 AND path > $4 AND path <= $5
     ORDER BY path
     ON CONFLICT (dataset_id, path) DO UPDATE SET
       size = excluded.size, sha256 = excluded.sha256, status = excluded.status, error = excluded.error,
       attempt = NULL, archive_id = excluded.archive_id, data_offset = excluded.data_offset,
       compressed_size = excluded.compressed_size, method = excluded.method, crc32 = excluded.crc32,
       bytes_key = NULL, attempts = 0, updated_at = now()
     WHERE d.sha256 IS DISTINCT FROM excluded.sha256
     RETURNING d.id, d.path, d.status, d.xmax::text = '0' AS created`,
    [organizationId, datasetId, archiveId, after, to],
  );
}

/** What was made of the bytes before is no longer true. */
async function forgetContents(
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  for (const table of ['document_blocks', 'chunks']) {
    await tx.query(
      `DELETE FROM ${table} WHERE organization_id = $1 AND document_id = ANY ($2::uuid[])`,
      [organizationId, documentIds],
    );
  }
}

/** Adds the folders that are not there yet. */
export async function addFolders(
  tx: Queryable,
  { organizationId, datasetId, folders }: StagedEntries,
): Promise<void> {
  const paths = [...folders];
  for (let at = 0; at < paths.length; at += FOLDERS_AT_ONCE) {
    const some = paths.slice(at, at + FOLDERS_AT_ONCE);
    const parts = some.map((path) => splitPath(path));
    await tx.query(
      `INSERT INTO folders (organization_id, dataset_id, path, parent, name, sort_name)
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[])
       ON CONFLICT (dataset_id, path) DO NOTHING`,
      [
        organizationId,
        datasetId,
        some,
        parts.map(({ folder }) => folder),
        parts.map(({ name }) => name),
        parts.map(({ sortName }) => sortName),
      ],
    );
  }
}

/** Removes the documents that the archive lacks, and folders that are empty then. */
export async function removeOrphans(tx: Queryable, staged: StagedEntries): Promise<void> {
  const { organizationId, datasetId, archiveId } = staged;
  const removed = await tx.query<{ path: string }>(
    `DELETE FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2
     AND NOT EXISTS (SELECT FROM archive_entries e WHERE e.archive_id = $3 AND e.path = d.path)
     RETURNING d.path`,
    [organizationId, datasetId, archiveId],
  );
  await recordRemoved(
    tx,
    staged,
    removed.map(({ path }) => path),
  );
  // The character after the slash is the zero: everything below a folder sorts between the two.
  await tx.query(
    `DELETE FROM folders f WHERE f.organization_id = $1 AND f.dataset_id = $2
     AND NOT EXISTS (
       SELECT FROM documents d WHERE d.dataset_id = $2 AND d.path >= f.path || '/' AND d.path < f.path || '0'
     )`,
    [organizationId, datasetId],
  );
}
