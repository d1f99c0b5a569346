-- How many documents there are below a folder, at any depth, and how many of them failed; kept by a
-- trigger, so that showing a folder costs the same whatever it holds.
ALTER TABLE folders
  ADD COLUMN document_count integer NOT NULL DEFAULT 0,
  ADD COLUMN failed_count integer NOT NULL DEFAULT 0;

CREATE FUNCTION is_failed(status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN right(status, 6) = '_error';

-- A folder's path and those of all folders around it.
CREATE FUNCTION folder_and_above(folder text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT array_to_string(parts[1:depth], '/')
  FROM (SELECT string_to_array(folder, '/') AS parts) folder, generate_series(1, cardinality(parts)) AS depth;
END;

-- Its triggers' names sort behind `count_documents`'s: what locks folders holds the dataset's counts
-- by then, so that nobody waits for each other.
CREATE FUNCTION tally_folders() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  tally record;
BEGIN
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

CREATE TRIGGER tally_inserted AFTER INSERT ON documents
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();
CREATE TRIGGER tally_updated AFTER UPDATE ON documents
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();
CREATE TRIGGER tally_deleted AFTER DELETE ON documents
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_folders();

UPDATE folders f SET document_count = t.documents, failed_count = t.failed
FROM (
  SELECT dataset_id, path, sum(documents) AS documents, sum(failed) AS failed
  FROM (
    SELECT dataset_id, folder, count(*) AS documents, count(*) FILTER (WHERE is_failed(status)) AS failed
    FROM documents WHERE folder <> '' GROUP BY dataset_id, folder
  ) folders, folder_and_above(folder) AS path
  GROUP BY dataset_id, path
) t
WHERE f.dataset_id = t.dataset_id AND f.path = t.path;
