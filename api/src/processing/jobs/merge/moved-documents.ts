import { MOVED_HERE } from '@carrel/shared/contract/archive-rules';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { recordDocumentEvents } from '../../../platform/webhook-events/recorded-events.ts';
import { isOfContainer } from '../../rows/container.ts';
import { replacedDocuments, updateUncounted } from '../../rows/document-writes/write-documents.ts';
import type { EntryRange, StagedEntries } from '../../rows/staged-entries.ts';
import {
  keepVersions,
  releasedVersions,
  type ReplacedDocument,
} from '../../rows/versions/keep-versions.ts';
import { moveTo } from '../move/move-next.ts';
import { isUnsent, type ClaimedArchive } from './claimed-archive.ts';
import {
  IS_CHANGED,
  IS_FILE_KEPT,
  newBytes,
  RECEIVED,
  type ChangedDocument,
} from './received-bytes.ts';

/** The path by which archives know a document. */
export const knownPath = (document: string): string =>
  `coalesce(${document}.origin_path, ${document}.path)`;

/**
 * Finds whether and which staged files of a range are those of documents that were moved, in the transaction that merges the range.
 * These stay where they are, or by the rule of the dataset go back to the archive's path where that is free. A file at
 * whose path another document was moved is refused, unless the archive has that document at its new path, too.
 */
export async function findMoved(
  tx: Queryable,
  queue: Queue,
  archive: ClaimedArchive,
  range: EntryRange,
): Promise<boolean> {
  const { organizationId, archiveId, datasetId, containers, writes, replaces } = archive;
  // What is inside of documents goes with them, and a program names the path that a document has now.
  if (containers !== null || writes !== null) return false;
  const place = [organizationId, datasetId, archiveId, range.after, range.to];
  if (replaces !== null) {
    await tx.query(
      `UPDATE archive_entries e SET moved_id = d.id FROM documents d
       WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path > $4 AND e.path <= $5
         AND d.organization_id = $1 AND d.dataset_id = $2 AND d.id = $6`,
      [...place, replaces],
    );
    return true;
  }
  const [rule] = await tx.query<{ follows: boolean }>(
    `SELECT coalesce(moved_documents = 'follow', false) AS follows FROM datasets s
     WHERE s.organization_id = $1 AND s.id = $2 AND EXISTS (
       SELECT FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.origin_path IS NOT NULL)`,
    [organizationId, datasetId],
  );
  if (rule === undefined) return false;
  await forgetOrigins(tx, place, 'e.path');
  await tx.query(
    `UPDATE archive_entries e SET moved_id = m.id FROM (
       SELECT DISTINCT ON (origin_path) id, origin_path FROM documents
       WHERE organization_id = $1 AND dataset_id = $2 AND origin_path > $4 AND origin_path <= $5
       ORDER BY origin_path, path
     ) m
     WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path = m.origin_path AND NOT EXISTS (
       SELECT FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.path = e.path
         AND d.origin_path IS NULL)`,
    place,
  );
  if (rule.follows) await moveFoundBack(tx, queue, archive, range);
  await tx.query(
    // Without a place of its bytes a file is not merged.
    `UPDATE archive_entries e SET fault = $6, data_offset = NULL, sha256 = coalesce(e.sha256, '')
     WHERE e.organization_id = $1 AND e.archive_id = $3 AND e.path > $4 AND e.path <= $5
       AND e.moved_id IS NULL AND EXISTS (
         SELECT FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.path = e.path
           AND d.origin_path IS NOT NULL)`,
    [...place, MOVED_HERE],
  );
  return true;
}

/**
 * The source has moved what was moved here: the archive has a file at the new path, and none at the earlier one. `ranged` is
 * the path that the range is of.
 */
export async function forgetOrigins(
  tx: Queryable,
  place: readonly unknown[],
  ranged: 'e.path' | 'd.origin_path',
): Promise<void> {
  await tx.query(
    `WITH held AS MATERIALIZED (
       SELECT d.id FROM archive_entries e
       JOIN documents d ON d.organization_id = $1 AND d.dataset_id = $2 AND d.path = e.path
         AND d.origin_path IS NOT NULL
       WHERE e.organization_id = $1 AND e.archive_id = $3 AND ${ranged} > $4 AND ${ranged} <= $5 AND NOT EXISTS (
         SELECT FROM archive_entries o WHERE o.organization_id = $1 AND o.archive_id = $3 AND o.path = d.origin_path)
       ORDER BY d.id FOR UPDATE OF d
     )
     ${updateUncounted('origin_path = NULL')} FROM held WHERE d.organization_id = $1 AND d.id = held.id`,
    place,
  );
}

async function moveFoundBack(
  tx: Queryable,
  queue: Queue,
  archive: ClaimedArchive,
  { after, to }: EntryRange,
): Promise<void> {
  const { organizationId, archiveId } = archive;
  const rows = await tx.query<MovedBack>(
    `SELECT d.id, d.path AS from, e.path AS to FROM archive_entries e
     JOIN documents d ON d.organization_id = $1 AND d.id = e.moved_id
     WHERE e.organization_id = $1 AND e.archive_id = $2 AND e.path > $3 AND e.path <= $4 ORDER BY e.path`,
    [organizationId, archiveId, after, to],
  );
  await tx.query(
    `UPDATE archive_entries SET moved_id = NULL
     WHERE organization_id = $1 AND archive_id = $2 AND path = ANY ($3::text[])`,
    [organizationId, archiveId, await moveBack(tx, queue, archive, rows)],
  );
}

/** A document that may go back to the path by which archives know it. */
export interface MovedBack {
  id: string;
  from: string;
  to: string;
}

/** Moves documents back where that is free, and returns the paths at which they are again. */
export async function moveBack(
  tx: Queryable,
  queue: Queue,
  { organizationId, datasetId }: ClaimedArchive,
  rows: readonly MovedBack[],
): Promise<string[]> {
  const steps = rows.map(({ id, from, to }) => ({ key: to, id, from, to }));
  return [...(await moveTo(tx, queue, { organizationId, datasetId }, steps)).keys()];
}

/** Documents that were moved, and the files that replace their bytes where they are. */
const MOVED = `archive_entries e JOIN documents d ON d.organization_id = $1 AND d.id = e.moved_id
  WHERE e.organization_id = $1 AND d.dataset_id = $2 AND e.archive_id = $3 AND e.path > $4 AND e.path <= $5
  AND ${IS_CHANGED} AND NOT (${isUnsent('e')})`;

/** Replaces the bytes of documents that `findMoved` found, where they are. */
export async function replaceMoved(
  tx: Queryable,
  { organizationId, archiveId, datasetId }: StagedEntries,
  { after, to }: EntryRange,
): Promise<ChangedDocument[]> {
  const range = [organizationId, datasetId, archiveId, after, to];
  const rows = await tx.query<ReplacedDocument & { entry: string }>(
    `SELECT d.id, d.version, d.sha256 IS DISTINCT FROM e.sha256 AS "isChanged", e.path AS entry
     FROM ${MOVED} ORDER BY d.id FOR UPDATE OF d`,
    range,
  );
  if (rows.length === 0) return [];
  await keepVersions(tx, { organizationId, archiveId, documents: rows });
  const replaced = await tx.query<Omit<ChangedDocument, 'entry'>>(
    `WITH ${replacedDocuments('merged', {
      replaced: MOVED,
      isFileKept: IS_FILE_KEPT,
      released: releasedVersions('$6'),
      set: `${newBytes('e')}, status = CASE WHEN e.fault IS NULL THEN 'ingested' ELSE 'partitioning_error' END,
        error = e.fault, history = with_entries(d.history, ${RECEIVED}),
        container_id = e.container_id, to_unpack = ${isOfContainer('d.path')}`,
      from: 'archive_entries e',
      where: `e.organization_id = $1 AND e.archive_id = $3 AND e.moved_id = d.id AND e.path > $4 AND e.path <= $5
        AND d.id = ANY ($7::uuid[])`,
    })}, ${recordDocumentEvents('merged')}
     SELECT id, path, status, created, to_unpack AS "toUnpack" FROM merged`,
    [
      ...range,
      rows.filter(({ isChanged }) => isChanged).map(({ id }) => id),
      rows.map(({ id }) => id),
    ],
  );
  const entries = new Map(rows.map(({ id, entry }) => [id, entry]));
  return replaced.map((document) =>
    Object.assign(document, { entry: entries.get(document.id) ?? '' }),
  );
}
