-- Statements that change documents count them by themselves from here on (docs/decisions/120), and say so with
-- carrel.counts_by_statement. The triggers still count for instances of the version before, which run beside
-- this one during an upgrade; 0970 drops them.
CREATE OR REPLACE FUNCTION count_documents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  moved record;
BEGIN
  IF current_setting('carrel.counts_by_statement', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    FOR moved IN
      SELECT dataset_id, array_agg(status) AS statuses, array_agg(id) AS ids
      FROM new_rows GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.statuses, '{}', moved.ids, true);
    END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR moved IN
      SELECT dataset_id, array_agg(status) AS statuses, array_agg(id) AS ids
      FROM old_rows WHERE removed_at IS NULL GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, '{}', moved.statuses, moved.ids, true);
    END LOOP;
  ELSE
    FOR moved IN
      SELECT n.dataset_id, array_agg(n.id) AS ids,
        coalesce(array_agg(n.status) FILTER (WHERE n.removed_at IS NULL), '{}') AS gained,
        coalesce(array_agg(o.status) FILTER (WHERE o.removed_at IS NULL), '{}') AS lost,
        bool_or((n.removed_at IS NULL) <> (o.removed_at IS NULL)) AS whole
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      -- The two cancel each other out where only the bytes are different.
      WHERE (n.status <> o.status OR n.sha256 IS DISTINCT FROM o.sha256
          OR (n.removed_at IS NULL) <> (o.removed_at IS NULL))
        AND (n.removed_at IS NULL OR o.removed_at IS NULL)
      GROUP BY n.dataset_id ORDER BY n.dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.gained, moved.lost, moved.ids, moved.whole);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tally_folders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  tally record;
BEGIN
  IF current_setting('carrel.counts_by_statement', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
      WHERE is_failed(n.status) <> is_failed(o.status) OR (n.removed_at IS NULL) <> (o.removed_at IS NULL)
    ) THEN
      RETURN NULL;
    END IF;
  END IF;
  FOR tally IN
    EXECUTE format(
      'SELECT dataset_id, path, sum(documents)::integer AS documents, sum(failed)::integer AS failed
       FROM (
         SELECT dataset_id, folder, sum(documents) AS documents, sum(failed) AS failed
         FROM (%s) changes (dataset_id, folder, documents, failed)
         WHERE folder <> '''' GROUP BY dataset_id, folder
       ) folders, folder_and_above(folder) AS path
       GROUP BY dataset_id, path HAVING sum(documents) <> 0 OR sum(failed) <> 0 ORDER BY 1, 2',
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, folder, 1, is_failed(status)::integer FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, folder, -1, -is_failed(status)::integer FROM old_rows
          WHERE removed_at IS NULL'
        ELSE 'SELECT n.dataset_id, n.folder, (n.removed_at IS NULL)::integer - (o.removed_at IS NULL)::integer,
            (n.removed_at IS NULL AND is_failed(n.status))::integer
            - (o.removed_at IS NULL AND is_failed(o.status))::integer
          FROM new_rows n JOIN old_rows o USING (id)
          WHERE is_failed(n.status) <> is_failed(o.status) OR (n.removed_at IS NULL) <> (o.removed_at IS NULL)'
      END
    )
  LOOP
    UPDATE folders SET
      document_count = document_count + tally.documents,
      failed_count = failed_count + tally.failed
    WHERE dataset_id = tally.dataset_id AND path = tally.path;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_unneeded_originals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF current_setting('carrel.counts_by_statement', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    UPDATE original_files f SET stale = true
    WHERE NOT f.stale AND f.key IN (SELECT coalesce(bytes_key, archive_id) FROM old_rows);
  ELSE
    UPDATE original_files f SET stale = true
    WHERE NOT f.stale AND f.key IN (
      SELECT coalesce(o.bytes_key, o.archive_id) FROM old_rows o JOIN new_rows n USING (id)
      WHERE coalesce(n.bytes_key, n.archive_id) IS DISTINCT FROM coalesce(o.bytes_key, o.archive_id)
    );
  END IF;
  RETURN NULL;
END
$$;

-- As before, and counting.
CREATE OR REPLACE FUNCTION remove_documents(dataset uuid, ids uuid[], act uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
#variable_conflict use_column
DECLARE
  hidden_count integer;
BEGIN
  PERFORM d.id FROM documents d
  WHERE d.organization_id = current_organization_id() AND d.dataset_id = remove_documents.dataset
    AND d.id = ANY (remove_documents.ids) AND d.removed_at IS NULL ORDER BY d.id FOR UPDATE;
  WITH held AS MATERIALIZED (
    SELECT d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256, d.bytes_key, d.archive_id FROM documents d
    WHERE d.organization_id = current_organization_id() AND d.dataset_id = remove_documents.dataset
      AND d.id = ANY (remove_documents.ids) AND d.removed_at IS NULL
  ), hidden AS (
    UPDATE documents d SET removed_at = now(), removal = remove_documents.act, attempt = NULL, reprocessing = false
    FROM held
    WHERE d.organization_id = current_organization_id() AND d.id = held.id
    RETURNING d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256, d.bytes_key, d.archive_id, d.path, d.error, d.to_unpack
  ), document_changes AS MATERIALIZED (
    SELECT m.id, m.dataset_id, m.folder, CASE WHEN w.removed_at IS NULL THEN w.status END AS lost, CASE WHEN m.removed_at IS NULL THEN m.status END AS gained,
      m.sha256 IS DISTINCT FROM w.sha256 AS replaced, coalesce(w.bytes_key, w.archive_id) AS had_file, coalesce(m.bytes_key, m.archive_id) AS has_file
    FROM hidden m LEFT JOIN held w ON w.id = m.id WHERE set_config('carrel.counts_by_statement', 'on', true) = 'on'
  ), dataset_deltas AS MATERIALIZED (
    SELECT dataset_id, array_agg(id) AS ids, bool_or(gained IS NULL OR lost IS NULL) AS whole,
      count(*) FILTER (WHERE gained = 'ingested') - count(*) FILTER (WHERE lost = 'ingested') AS ingested, count(*) FILTER (WHERE gained = 'partitioned') - count(*) FILTER (WHERE lost = 'partitioned') AS partitioned, count(*) FILTER (WHERE gained = 'partitioning_error') - count(*) FILTER (WHERE lost = 'partitioning_error') AS partitioning_error, count(*) FILTER (WHERE gained = 'chunked') - count(*) FILTER (WHERE lost = 'chunked') AS chunked, count(*) FILTER (WHERE gained = 'chunking_error') - count(*) FILTER (WHERE lost = 'chunking_error') AS chunking_error, count(*) FILTER (WHERE gained = 'embedded') - count(*) FILTER (WHERE lost = 'embedded') AS embedded, count(*) FILTER (WHERE gained = 'embedding_error') - count(*) FILTER (WHERE lost = 'embedding_error') AS embedding_error
    FROM document_changes
    WHERE (gained IS NOT NULL OR lost IS NOT NULL) AND (gained IS DISTINCT FROM lost OR replaced)
    GROUP BY dataset_id
  ), held_counts AS MATERIALIZED (
    SELECT c.dataset_id FROM dataset_counts c
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM dataset_deltas))
    ORDER BY c.dataset_id FOR NO KEY UPDATE
  ), counted AS (
    UPDATE dataset_counts c SET version = c.version + 1, changed_at = now(),
      ingested = c.ingested + x.ingested, partitioned = c.partitioned + x.partitioned, partitioning_error = c.partitioning_error + x.partitioning_error, chunked = c.chunked + x.chunked, chunking_error = c.chunking_error + x.chunking_error, embedded = c.embedded + x.embedded, embedding_error = c.embedding_error + x.embedding_error
    FROM dataset_deltas x
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM held_counts))
      AND x.dataset_id = c.dataset_id
    RETURNING c.organization_id, c.dataset_id, c.version, x.ids, x.whole
  ), noted_changes AS (
    INSERT INTO dataset_changes (organization_id, dataset_id, version, document_ids, archives, reload)
    SELECT organization_id, dataset_id, version, CASE WHEN cardinality(ids) <= 200 THEN ids ELSE '{}' END,
      false, whole OR cardinality(ids) > 200
    FROM counted
  ), outdated_changes AS (
    DELETE FROM dataset_changes c USING counted n
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = n.dataset_id AND n.version % 256 = 0
      AND c.version < n.version - 1024
  ), stale_originals AS (
    UPDATE original_files f SET stale = true
    WHERE f.organization_id = current_organization_id() AND NOT f.stale AND (SELECT count(*) FROM counted) >= 0
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
    WHERE f.organization_id = current_organization_id() AND (SELECT count(*) FROM stale_originals) >= 0
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM folder_deltas))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM folder_deltas))
    ORDER BY f.dataset_id, f.path FOR NO KEY UPDATE
  ), counted_folders AS (
    UPDATE folders f SET document_count = f.document_count + x.documents, failed_count = f.failed_count + x.failed
    FROM folder_deltas x
    WHERE f.organization_id = current_organization_id()
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM held_folders))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM held_folders))
      AND x.dataset_id = f.dataset_id AND x.path = f.path
  )
  SELECT count(*) INTO hidden_count FROM hidden;
  RETURN hidden_count;
END
$$;

CREATE OR REPLACE FUNCTION restore_documents(dataset uuid, act uuid, at_most integer) RETURNS TABLE (id uuid, status text)
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH held AS MATERIALIZED (
    SELECT d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256, d.bytes_key, d.archive_id FROM documents d
    WHERE d.organization_id = current_organization_id() AND d.dataset_id = dataset AND d.removal = act
      AND d.removed_at IS NOT NULL
    ORDER BY d.id LIMIT at_most FOR UPDATE
  ), restored AS (
    UPDATE documents d SET removed_at = NULL, removal = NULL
    FROM held
    WHERE d.organization_id = current_organization_id() AND d.id = held.id
    RETURNING d.id, d.dataset_id, d.folder, d.status, d.removed_at, d.sha256, d.bytes_key, d.archive_id, d.path, d.error, d.to_unpack
  ), document_changes AS MATERIALIZED (
    SELECT m.id, m.dataset_id, m.folder, CASE WHEN w.removed_at IS NULL THEN w.status END AS lost, CASE WHEN m.removed_at IS NULL THEN m.status END AS gained,
      m.sha256 IS DISTINCT FROM w.sha256 AS replaced, coalesce(w.bytes_key, w.archive_id) AS had_file, coalesce(m.bytes_key, m.archive_id) AS has_file
    FROM restored m LEFT JOIN held w ON w.id = m.id WHERE set_config('carrel.counts_by_statement', 'on', true) = 'on'
  ), dataset_deltas AS MATERIALIZED (
    SELECT dataset_id, array_agg(id) AS ids, bool_or(gained IS NULL OR lost IS NULL) AS whole,
      count(*) FILTER (WHERE gained = 'ingested') - count(*) FILTER (WHERE lost = 'ingested') AS ingested, count(*) FILTER (WHERE gained = 'partitioned') - count(*) FILTER (WHERE lost = 'partitioned') AS partitioned, count(*) FILTER (WHERE gained = 'partitioning_error') - count(*) FILTER (WHERE lost = 'partitioning_error') AS partitioning_error, count(*) FILTER (WHERE gained = 'chunked') - count(*) FILTER (WHERE lost = 'chunked') AS chunked, count(*) FILTER (WHERE gained = 'chunking_error') - count(*) FILTER (WHERE lost = 'chunking_error') AS chunking_error, count(*) FILTER (WHERE gained = 'embedded') - count(*) FILTER (WHERE lost = 'embedded') AS embedded, count(*) FILTER (WHERE gained = 'embedding_error') - count(*) FILTER (WHERE lost = 'embedding_error') AS embedding_error
    FROM document_changes
    WHERE (gained IS NOT NULL OR lost IS NOT NULL) AND (gained IS DISTINCT FROM lost OR replaced)
    GROUP BY dataset_id
  ), held_counts AS MATERIALIZED (
    SELECT c.dataset_id FROM dataset_counts c
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM dataset_deltas))
    ORDER BY c.dataset_id FOR NO KEY UPDATE
  ), counted AS (
    UPDATE dataset_counts c SET version = c.version + 1, changed_at = now(),
      ingested = c.ingested + x.ingested, partitioned = c.partitioned + x.partitioned, partitioning_error = c.partitioning_error + x.partitioning_error, chunked = c.chunked + x.chunked, chunking_error = c.chunking_error + x.chunking_error, embedded = c.embedded + x.embedded, embedding_error = c.embedding_error + x.embedding_error
    FROM dataset_deltas x
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = ANY (ARRAY(SELECT dataset_id FROM held_counts))
      AND x.dataset_id = c.dataset_id
    RETURNING c.organization_id, c.dataset_id, c.version, x.ids, x.whole
  ), noted_changes AS (
    INSERT INTO dataset_changes (organization_id, dataset_id, version, document_ids, archives, reload)
    SELECT organization_id, dataset_id, version, CASE WHEN cardinality(ids) <= 200 THEN ids ELSE '{}' END,
      false, whole OR cardinality(ids) > 200
    FROM counted
  ), outdated_changes AS (
    DELETE FROM dataset_changes c USING counted n
    WHERE c.organization_id = current_organization_id() AND c.dataset_id = n.dataset_id AND n.version % 256 = 0
      AND c.version < n.version - 1024
  ), stale_originals AS (
    UPDATE original_files f SET stale = true
    WHERE f.organization_id = current_organization_id() AND NOT f.stale AND (SELECT count(*) FROM counted) >= 0
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
    WHERE f.organization_id = current_organization_id() AND (SELECT count(*) FROM stale_originals) >= 0
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM folder_deltas))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM folder_deltas))
    ORDER BY f.dataset_id, f.path FOR NO KEY UPDATE
  ), counted_folders AS (
    UPDATE folders f SET document_count = f.document_count + x.documents, failed_count = f.failed_count + x.failed
    FROM folder_deltas x
    WHERE f.organization_id = current_organization_id()
      AND f.dataset_id = ANY (ARRAY(SELECT DISTINCT dataset_id FROM held_folders))
      AND f.path = ANY (ARRAY(SELECT DISTINCT path FROM held_folders))
      AND x.dataset_id = f.dataset_id AND x.path = f.path
  )
  SELECT restored.id, restored.status FROM restored
$$;
