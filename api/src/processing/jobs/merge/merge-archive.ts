import { readAlongIndexes, type Queryable } from '../../../platform/database/database.ts';
import { isUnsent, type ClaimedArchive } from './claimed-archive.ts';
import { findDescribed } from './find-described.ts';
import type { EntryRange, StagedEntries } from '../../rows/staged-entries.ts';
import { recordDocumentEvents } from '../../../platform/webhook-events/recorded-events.ts';
import { IS_MADE } from '../../rows/folder-rows.ts';
import { isInFolder } from '../../rows/is-in-folder.ts';
import { mayContain } from '../../rows/container.ts';
import { prepareInside } from '../unpack/merge-inside.ts';
import { refuseUnmet } from './archive-writes.ts';
import { refuseTaken, setOrigins } from './source-origins.ts';
import { recordOutcomes, recordRemoved } from '../../rows/receipt.ts';
import { deleteDocuments, mergedDocuments } from '../../rows/document-writes/write-documents.ts';
import {
  keepVersions,
  releasedVersions,
  type ReplacedDocument,
} from '../../rows/versions/keep-versions.ts';
import { knownPath, replaceMoved } from './moved-documents.ts';
import {
  IS_CHANGED,
  IS_FILE_KEPT,
  newBytes,
  RECEIVED,
  type ChangedDocument,
} from './received-bytes.ts';

/** What one batch merged. */
export interface MergedBatch {
  /** The path of the last of them; undefined where none was left. */
  last: string | undefined;
  /** Documents that need to be processed. */
  documentIds: string[];
  /** Documents whose sidecar is new or changed, while they are not. */
  describedIds: string[];
  /** Whether one of them may have others inside. */
  areToUnpack: boolean;
}

/**
 * Merges the next `size` staged files into their dataset: a new path becomes a document, changed bytes
 * replace the document at their path, unchanged files change nothing. `findMoved` tells which files of a range are those
 * of documents that were moved.
 */
export async function mergeEntries(
  tx: Queryable,
  staged: ClaimedArchive,
  after: string,
  size: number,
  findMoved?: (range: EntryRange) => Promise<boolean>,
): Promise<MergedBatch> {
  await readAlongIndexes(tx);
  const to = await findBoundary(tx, staged, after, size);
  if (to === undefined) {
    return { last: undefined, documentIds: [], describedIds: [], areToUnpack: false };
  }
  const { containers } = staged;
  if (containers !== null) await prepareInside(tx, { ...staged, containers }, { after, to });
  if (staged.writes !== null) await refuseUnmet(tx, staged, staged.writes, { after, to });
  await refuseTaken(tx, staged, { after, to });
  const areMoved = (await findMoved?.({ after, to })) ?? false;
  const changed = [
    ...(await upsertDocuments(tx, staged, { after, to })),
    ...(areMoved ? await replaceMoved(tx, staged, { after, to }) : []),
  ];
  await setOrigins(tx, staged, { after, to });
  await deleteContents(
    tx,
    staged.organizationId,
    changed.filter(({ created }) => !created).map(({ id }) => id),
  );
  await recordOutcomes(
    tx,
    staged,
    { after, to },
    {
      paths: changed.map(({ path, entry }) => entry ?? path),
      created: changed.map(({ created }) => created),
    },
  );
  const documentIds = changed.filter(({ status }) => status === 'ingested').map(({ id }) => id);
  return {
    last: to,
    documentIds,
    describedIds: await findDescribed(tx, staged, changed),
    areToUnpack: changed.some(({ toUnpack }) => toUnpack),
  };
}

async function findBoundary(
  tx: Queryable,
  { organizationId, archiveId }: StagedEntries,
  after: string,
  size: number,
): Promise<string | undefined> {
  const [boundary] = await tx.query<{ path: string | null }>(
    `SELECT max(path) AS path FROM (
       SELECT path FROM archive_entries WHERE organization_id = $1 AND archive_id = $2 AND path > $3
       ORDER BY path LIMIT $4
     ) batch`,
    [organizationId, archiveId, after, size],
  );
  return boundary?.path ?? undefined;
}

/** New or changed files of a range. The range is written twice, so that little of either table is read. */
const CHANGED_ENTRIES = `archive_entries e LEFT JOIN documents d
  ON d.organization_id = $1 AND d.dataset_id = $2 AND d.path = e.path AND d.path > $4 AND d.path <= $5
  WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path > $4 AND e.path <= $5
  AND (d.id IS NULL OR ${IS_CHANGED}) AND NOT (${isUnsent('e')}) AND e.moved_id IS NULL`;

/** The documents that they replace. */
const REPLACED = `archive_entries e
  JOIN documents d ON d.organization_id = $1 AND d.dataset_id = $2 AND d.path = e.path
  WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path > $4 AND e.path <= $5
  AND d.path > $4 AND d.path <= $5 AND ${IS_CHANGED} AND NOT (${isUnsent('e')}) AND e.moved_id IS NULL`;

async function upsertDocuments(
  tx: Queryable,
  { organizationId, datasetId, archiveId }: StagedEntries,
  { after, to }: EntryRange,
): Promise<ChangedDocument[]> {
  const range = [organizationId, datasetId, archiveId, after, to];
  // Workers lock documents in this order too, which prevents deadlocks.
  const replaced = await tx.query<ReplacedDocument>(
    `SELECT d.id, d.version, d.sha256 IS DISTINCT FROM e.sha256 AS "isChanged" FROM ${REPLACED}
     ORDER BY d.id FOR UPDATE OF d`,
    range,
  );
  await keepVersions(tx, { organizationId, archiveId, documents: replaced });
  return tx.query<ChangedDocument>(
    `WITH ${mergedDocuments('merged', {
      insert: `(organization_id, dataset_id, path, folder, name, sort_name, size, sha256,
       status, error, archive_id, data_offset, compressed_size, method, crc32, history, container_id, to_unpack)
     SELECT e.organization_id, $2, e.path, e.folder, e.name, e.sort_name, e.size, e.sha256,
       CASE WHEN e.fault IS NULL THEN 'ingested' ELSE 'partitioning_error' END, e.fault,
       e.archive_id, e.data_offset, e.compressed_size, e.method, e.crc32, ${RECEIVED},
       e.container_id, ${mayContain('e')}
     FROM ${CHANGED_ENTRIES}
     ORDER BY e.path`,
      replaced: REPLACED,
      isFileKept: IS_FILE_KEPT,
      released: releasedVersions('$6'),
      set: `${newBytes('excluded')}, status = excluded.status, error = excluded.error,
       history = with_entries(d.history, excluded.history),
       container_id = excluded.container_id, to_unpack = excluded.to_unpack`,
    })}, ${recordDocumentEvents('merged')}
     SELECT id, path, status, created, to_unpack AS "toUnpack" FROM merged`,
    [...range, replaced.filter(({ isChanged }) => isChanged).map(({ id }) => id)],
  );
}

/** Blocks and chunks of the earlier bytes are out of date. */
async function deleteContents(
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  for (const table of ['document_blocks', 'ocr_pages', 'chunks', 'search_parts']) {
    await tx.query(
      `DELETE FROM ${table} WHERE organization_id = $1 AND document_id = ANY ($2::uuid[])`,
      [organizationId, documentIds],
    );
  }
}

/** The condition that the archive `$3` has no file at the path of a document. */
const isLacking = (document: string) => `NOT EXISTS (
  SELECT FROM archive_entries e WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path = ${knownPath(document)})`;

/**
 * Deletes those of the next `size` documents after a path that the archive lacks, and what is inside of them,
 * whose paths follow theirs. What is inside of others stays. Returns the path of
 * the last one; undefined where none was left.
 */
export async function deleteOrphans(
  tx: Queryable,
  staged: ClaimedArchive,
  after: string,
  size: number,
): Promise<string | undefined> {
  const { organizationId, datasetId, archiveId, orphansFolder } = staged;
  const to = await lastPath(tx, 'documents', staged, after, size);
  if (to === undefined) return undefined;
  const orphans = await tx.query<{ id: string; path: string }>(
    `SELECT d.id, d.path FROM documents d
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.path > $4 AND d.path <= $5
       AND ($6 = '' OR ${isInFolder('$6', knownPath('d'))}) AND ${isLacking('d')}
       AND (d.container_id IS NULL OR NOT EXISTS (
         SELECT FROM documents c WHERE c.organization_id = $1 AND c.id = d.container_id AND NOT (
           ($6 = '' OR ${isInFolder('$6', knownPath('c'))}) AND ${isLacking('c')})
       ))
     ORDER BY d.id FOR UPDATE OF d`,
    [organizationId, datasetId, archiveId, after, to, orphansFolder],
  );
  if (orphans.length > 0) {
    await deleteDocuments(
      tx,
      organizationId,
      orphans.map(({ id }) => id),
    );
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
  staged: ClaimedArchive,
  after: string,
  size: number,
): Promise<string | undefined> {
  const to = await lastPath(tx, 'folders', staged, after, size);
  if (to === undefined) return undefined;
  await tx.query(
    `DELETE FROM folders f WHERE f.organization_id = $1 AND f.dataset_id = $2
     AND f.path > $3 AND f.path <= $4 AND f.document_count = 0 AND NOT ${IS_MADE}
     AND ($5 = '' OR ${isInFolder('$5', 'f.path')})
     AND NOT EXISTS (
       SELECT FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2 AND ${isInFolder('f.path')}
     )`,
    [staged.organizationId, staged.datasetId, after, to, staged.orphansFolder],
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
