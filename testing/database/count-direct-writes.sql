-- Tests write documents with SQL of their own. These triggers, those of the versions before 0970, count them.
-- Statements of the server count by themselves, for which the triggers do nothing.
CREATE OR REPLACE PROCEDURE count_moved(IN dataset uuid, IN gained text[], IN lost text[], IN ids uuid[], IN whole boolean)
 LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE dataset_counts SET
    ingested = ingested + cardinality(array_positions(gained, 'ingested')) - cardinality(array_positions(lost, 'ingested')),
    partitioned = partitioned + cardinality(array_positions(gained, 'partitioned')) - cardinality(array_positions(lost, 'partitioned')),
    partitioning_error = partitioning_error + cardinality(array_positions(gained, 'partitioning_error')) - cardinality(array_positions(lost, 'partitioning_error')),
    chunked = chunked + cardinality(array_positions(gained, 'chunked')) - cardinality(array_positions(lost, 'chunked')),
    chunking_error = chunking_error + cardinality(array_positions(gained, 'chunking_error')) - cardinality(array_positions(lost, 'chunking_error')),
    embedded = embedded + cardinality(array_positions(gained, 'embedded')) - cardinality(array_positions(lost, 'embedded')),
    embedding_error = embedding_error + cardinality(array_positions(gained, 'embedding_error')) - cardinality(array_positions(lost, 'embedding_error'))
  WHERE dataset_id = dataset;
  CALL note_change(dataset, ids, false, whole);
END
$$;

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

CREATE TRIGGER count_deleted AFTER DELETE ON documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_inserted AFTER INSERT ON documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER count_updated AFTER UPDATE ON documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_documents();
CREATE TRIGGER note_deleted_originals AFTER DELETE ON documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unneeded_originals();
CREATE TRIGGER note_moved_originals AFTER UPDATE ON documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unneeded_originals();
CREATE TRIGGER tally_deleted AFTER DELETE ON documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();
CREATE TRIGGER tally_inserted AFTER INSERT ON documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();
CREATE TRIGGER tally_updated AFTER UPDATE ON documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();
