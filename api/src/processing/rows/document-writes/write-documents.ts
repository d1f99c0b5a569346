import type { Queryable } from '../../../platform/database/database.ts';
import {
  changesOf,
  changesOfDeleted,
  changesOfMoved,
  COUNT_CHANGES,
  COUNTED_COLUMNS,
} from './count-changes.ts';

/** What a statement may read of the documents that it wrote. */
const WRITTEN = `${COUNTED_COLUMNS}, d.path, d.error, d.to_unpack`;

/** Counts of datasets and folders, and what is needed of original files, follow from these. */
const COUNTED = /\b(?:dataset_id|folder|status|removed_at|sha256|bytes_key|archive_id)\s*=(?!=)/;

/**
 * Begins a statement or a subquery that changes nothing of documents, `d`, that is counted.
 * @throws where it does
 */
export function updateUncounted(set: string): string {
  if (COUNTED.test(set)) throw new Error(`This is counted: ${set}`);
  return `UPDATE documents d SET ${set}`;
}

/**
 * Locks documents in the order of their ids, as every transaction does that changes several: different
 * orders would lead to deadlocks. A subquery `held` of a statement that changes only what is in it.
 */
export const heldDocuments = (ids: string): string => `held AS MATERIALIZED (
    SELECT ${COUNTED_COLUMNS} FROM documents d
    WHERE d.organization_id = $1 AND d.id = ANY (${ids}::uuid[]) ORDER BY d.id FOR UPDATE
  )`;

interface Change {
  set: string;
  /** Besides `held`. */
  from?: string;
  where?: string;
}

/**
 * Subqueries that change documents, `d`, of the subquery `held` in the organization `$1`, and count what they
 * changed. `name` holds the documents as they are now.
 */
export const changedDocuments = (
  name: string,
  { set, from, where }: Change,
): string => `${name} AS (
    UPDATE documents d SET ${set}
    FROM held${from === undefined ? '' : `, ${from}`}
    WHERE d.organization_id = $1 AND d.id = held.id${where === undefined ? '' : ` AND ${where}`}
    RETURNING ${WRITTEN}
  ), ${changesOf(name, 'held')}, ${COUNT_CHANGES}`;

/** The same for a change of the folders of documents, and of nothing else that is counted. */
export const movedDocuments = (name: string, { set, from, where }: Change): string => `${name} AS (
    UPDATE documents d SET ${set}
    FROM held${from === undefined ? '' : `, ${from}`}
    WHERE d.organization_id = $1 AND d.id = held.id${where === undefined ? '' : ` AND ${where}`}
    RETURNING ${WRITTEN}
  ), ${changesOfMoved(name, 'held')}, ${COUNT_CHANGES}`;

interface Merge {
  /** The columns, and what selects their values. */
  insert: string;
  /** Selects the documents, `d`, that are at these paths. They are locked by an earlier statement. */
  replaced: string;
  /** Whether the file that a replaced document `d` had is needed by the version that is kept of it. */
  isFileKept: string;
  /** A subquery `released`, with versions that are deleted. */
  released: string;
  /** Of a document that is at the path. */
  set: string;
}

const replacedRows = (replaced: string, isFileKept: string) => `replaced AS MATERIALIZED (
    SELECT d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256,
      CASE WHEN NOT (${isFileKept}) THEN d.bytes_key END AS bytes_key,
      CASE WHEN NOT (${isFileKept}) THEN d.archive_id END AS archive_id
    FROM ${replaced}
  )`;

/** The same for documents that are replaced where they are, by rows of `from`. */
export const replacedDocuments = (
  name: string,
  {
    replaced,
    set,
    from,
    where,
    isFileKept,
    released,
  }: Omit<Merge, 'insert'> & Required<Pick<Change, 'from' | 'where'>>,
): string => `${released}, ${replacedRows(replaced, isFileKept)}, ${name} AS (
    UPDATE documents d SET ${set} FROM ${from} WHERE d.organization_id = $1 AND ${where}
    RETURNING ${WRITTEN}, false AS created
  ), ${changesOf(name, 'replaced', 'released')}, ${COUNT_CHANGES}`;

/** The same for documents that are added, or replace what is at their paths. `name` says which are `created`. */
export const mergedDocuments = (
  name: string,
  { insert, replaced, set, isFileKept, released }: Merge,
): string => `${released}, ${replacedRows(replaced, isFileKept)}, ${name} AS (
    INSERT INTO documents AS d ${insert}
    ON CONFLICT (organization_id, dataset_id, path) DO UPDATE SET ${set}
    RETURNING ${WRITTEN}, d.id NOT IN (SELECT r.id FROM replaced r) AS created
  ), ${changesOf(name, 'replaced', 'released')}, ${COUNT_CHANGES}`;

/**
 * Deletes documents of an organization, which an earlier statement has locked, and counts them. The lock comes
 * first so that this statement sees the files that they refer to.
 */
export async function deleteDocuments(
  tx: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `WITH deleted AS (
       DELETE FROM documents d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[])
       RETURNING ${COUNTED_COLUMNS}
     ), released AS MATERIALIZED (
       SELECT document_id, file FROM document_versions
       WHERE organization_id = $1 AND document_id = ANY ($2::uuid[]) AND file IS NOT NULL
     ), ${changesOfDeleted('deleted', 'released')}, ${COUNT_CHANGES}
     SELECT count(*) FROM deleted`,
    [organizationId, ids],
  );
}
