import { DOCUMENT_STATUSES } from '@carrel/shared/contract';

/** Ids that one entry of the changes of a dataset names; more than these make its readers load all. */
const IDS_MAX = 200;
/** Entries of the changes of a dataset that are kept at least, and how often older ones are deleted. */
const CHANGES = { kept: 1024, every: 256 } as const;

/** What counts follow from, of a document. */
const COLUMNS = [
  'dataset_id',
  'folder',
  'status',
  'removed_at',
  'sha256',
  'bytes_key',
  'archive_id',
];

/** Columns of a document from which its counts follow; `d` is the document. */
export const COUNTED_COLUMNS = `d.id, ${COLUMNS.map((column) => `d.${column}`).join(', ')}`;

/**
 * Tells the triggers of an earlier version, which runs beside this one during an upgrade, that this
 * transaction counts by itself.
 */
const COUNTS_BY_STATEMENT = `set_config('carrel.counts_by_statement', 'on', true) = 'on'`;

/** Hidden documents are not counted. */
const shown = (row: string) => `CASE WHEN ${row}.removed_at IS NULL THEN ${row}.status END`;
const fileOf = (row: string) => `coalesce(${row}.bytes_key, ${row}.archive_id)`;

/** Files that the versions of a subquery had: nothing is counted of them, but they may be needed no more. */
const filesOf = (versions: string | undefined): string =>
  versions === undefined
    ? ''
    : ` UNION ALL
    SELECT v.document_id, NULL, NULL, NULL, NULL, false, v.file, NULL FROM ${versions} v`;

/**
 * Documents of the subquery `now`, as they were in the subquery `was`; those that it lacks are new. `released` has
 * versions of documents that are deleted.
 */
export const changesOf = (
  now: string,
  was: string,
  released?: string,
): string => `document_changes AS MATERIALIZED (
    SELECT m.id, m.dataset_id, m.folder, ${shown('w')} AS lost, ${shown('m')} AS gained,
      m.sha256 IS DISTINCT FROM w.sha256 AS replaced, ${fileOf('w')} AS had_file, ${fileOf('m')} AS has_file
    FROM ${now} m LEFT JOIN ${was} w ON w.id = m.id WHERE ${COUNTS_BY_STATEMENT}${filesOf(released)}
  )`;

/** The same for documents that are in other folders: they leave one and come into the other. */
export const changesOfMoved = (
  now: string,
  was: string,
): string => `document_changes AS MATERIALIZED (
    SELECT w.id, w.dataset_id, w.folder, ${shown('w')} AS lost, NULL::text AS gained,
      false AS replaced, ${fileOf('w')} AS had_file, ${fileOf('w')} AS has_file
    FROM ${was} w JOIN ${now} m ON m.id = w.id WHERE ${COUNTS_BY_STATEMENT}
    UNION ALL
    SELECT m.id, m.dataset_id, m.folder, NULL::text, ${shown('m')}, false, ${fileOf('m')}, ${fileOf('m')}
    FROM ${now} m
  )`;

/** The same for deleted documents. */
export const changesOfDeleted = (
  deleted: string,
  released: string,
): string => `document_changes AS MATERIALIZED (
    SELECT w.id, w.dataset_id, w.folder, ${shown('w')} AS lost, NULL::text AS gained,
      true AS replaced, ${fileOf('w')} AS had_file, NULL::uuid AS has_file
    FROM ${deleted} w WHERE ${COUNTS_BY_STATEMENT}${filesOf(released)}
  )`;

const difference = (status: string) =>
  `count(*) FILTER (WHERE gained = '${status}') - count(*) FILTER (WHERE lost = '${status}') AS ${status}`;

/**
 * Subqueries of a statement in the organization `$1` that count what `document_changes` holds. They lock in
 * the order of every transaction: the counts of datasets, original files, folders by path. Arrays instead of
 * joins keep the plan to the keys of these rows, whatever the statistics are.
 */
export const COUNT_CHANGES = `dataset_deltas AS MATERIALIZED (
    SELECT dataset_id, array_agg(id) AS ids, bool_or(gained IS NULL OR lost IS NULL) AS whole,
      ${DOCUMENT_STATUSES.map(difference).join(', ')}
    FROM document_changes
    WHERE (gained IS NOT NULL OR lost IS NOT NULL) AND (gained IS DISTINCT FROM lost OR replaced)
    GROUP BY dataset_id
  ), held_counts AS MATERIALIZED (
    SELECT c.dataset_id FROM dataset_counts c
    WHERE c.organization_id = $1 AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM dataset_deltas))
    ORDER BY c.dataset_id FOR NO KEY UPDATE
  ), counted AS (
    UPDATE dataset_counts c SET version = c.version + 1, changed_at = now(),
      ${DOCUMENT_STATUSES.map((status) => `${status} = c.${status} + x.${status}`).join(', ')}
    FROM dataset_deltas x
    WHERE c.organization_id = $1 AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM held_counts))
      AND x.dataset_id = c.dataset_id
    RETURNING c.organization_id, c.dataset_id, c.version, x.ids, x.whole
  ), recorded_changes AS (
    INSERT INTO dataset_changes (organization_id, dataset_id, version, document_ids, archives, reload)
    SELECT organization_id, dataset_id, version, CASE WHEN cardinality(ids) <= ${IDS_MAX} THEN ids ELSE '{}' END,
      false, whole OR cardinality(ids) > ${IDS_MAX}
    FROM counted
  ), outdated_changes AS (
    DELETE FROM dataset_changes c USING counted n
    WHERE c.organization_id = $1 AND c.dataset_id = n.dataset_id AND n.version % ${CHANGES.every} = 0
      AND c.version < n.version - ${CHANGES.kept}
  ), stale_originals AS (
    UPDATE original_files f SET stale = true
    WHERE f.organization_id = $1 AND NOT f.stale AND (SELECT count(*) FROM counted) >= 0
      AND f.key = ANY (ARRAY(SELECT had_file FROM document_changes WHERE had_file IS DISTINCT FROM has_file))
    RETURNING f.key
  ), folder_deltas AS MATERIALIZED (
    SELECT dataset_id, path, sum(documents)::integer AS documents, sum(failed)::integer AS failed
    FROM (
      SELECT dataset_id, folder, count(gained) - count(lost) AS documents,
        count(*) FILTER (WHERE is_failed(gained)) - count(*) FILTER (WHERE is_failed(lost)) AS failed
      FROM document_changes WHERE folder <> '' AND gained IS DISTINCT FROM lost GROUP BY dataset_id, folder
    ) own, folder_and_above(folder) AS path
    GROUP BY dataset_id, path HAVING sum(documents) <> 0 OR sum(failed) <> 0
  ), held_folders AS MATERIALIZED (
    SELECT f.dataset_id, f.path FROM folders f
    WHERE f.organization_id = $1 AND (SELECT count(*) FROM stale_originals) >= 0
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM folder_deltas))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM folder_deltas))
    ORDER BY f.dataset_id, f.path FOR NO KEY UPDATE
  ), counted_folders AS (
    UPDATE folders f SET document_count = f.document_count + x.documents, failed_count = f.failed_count + x.failed
    FROM folder_deltas x
    WHERE f.organization_id = $1
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM held_folders))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM held_folders))
      AND x.dataset_id = f.dataset_id AND x.path = f.path
    RETURNING f.path, f.document_count
  )`;
