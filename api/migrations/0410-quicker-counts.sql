-- Counting documents anew: a statement that is built each time is planned each time, which took longer
-- than running it.

-- Adds to a dataset's counts by the statuses that its documents came to, and takes from them by those
-- that they left; notes the change.
CREATE PROCEDURE count_moved(dataset uuid, gained text[], lost text[], ids uuid[], whole boolean)
LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION count_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
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
      FROM old_rows GROUP BY dataset_id ORDER BY dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, '{}', moved.statuses, moved.ids, true);
    END LOOP;
  ELSE
    FOR moved IN
      SELECT n.dataset_id, array_agg(n.status) AS gained, array_agg(o.status) AS lost, array_agg(n.id) AS ids
      FROM new_rows n JOIN old_rows o ON o.id = n.id
      -- The two cancel each other out where only the bytes are different.
      WHERE n.status <> o.status OR n.sha256 IS DISTINCT FROM o.sha256
      GROUP BY n.dataset_id ORDER BY n.dataset_id
    LOOP
      CALL count_moved(moved.dataset_id, moved.gained, moved.lost, moved.ids, false);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

-- As before, but for most updates, which concern no folder.
CREATE OR REPLACE FUNCTION tally_folders() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  tally record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE is_failed(n.status) <> is_failed(o.status)
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
        WHEN 'DELETE' THEN 'SELECT dataset_id, folder, -1, -is_failed(status)::integer FROM old_rows'
        ELSE 'SELECT n.dataset_id, n.folder, 0, is_failed(n.status)::integer - is_failed(o.status)::integer
          FROM new_rows n JOIN old_rows o USING (id) WHERE is_failed(n.status) <> is_failed(o.status)'
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
