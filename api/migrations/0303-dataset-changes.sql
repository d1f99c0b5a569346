-- Every change of a dataset takes the next number while it holds the row of its counts, so that
-- numbers are committed in their order, and whoever has read one has missed none before it.
ALTER TABLE dataset_counts ADD COLUMN version bigint NOT NULL DEFAULT 0;

-- What the last thousand changes were. `reload` says that more is different than the documents named.
CREATE TABLE dataset_changes (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  version bigint NOT NULL,
  document_ids uuid[] NOT NULL DEFAULT '{}',
  archives boolean NOT NULL DEFAULT false,
  reload boolean NOT NULL DEFAULT false,
  PRIMARY KEY (dataset_id, version),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CALL isolate_by_organization('dataset_changes');

CREATE PROCEDURE note_change(dataset uuid, ids uuid[], of_archives boolean, whole boolean)
LANGUAGE plpgsql AS $$
DECLARE
  now_at dataset_counts;
BEGIN
  UPDATE dataset_counts SET version = version + 1 WHERE dataset_id = dataset RETURNING * INTO now_at;
  -- The dataset itself is going.
  IF NOT FOUND OR NOT EXISTS (SELECT FROM datasets WHERE id = dataset) THEN
    RETURN;
  END IF;
  INSERT INTO dataset_changes (organization_id, dataset_id, version, document_ids, archives, reload)
  VALUES (
    now_at.organization_id, dataset, now_at.version,
    CASE WHEN cardinality(ids) <= 200 THEN ids ELSE '{}' END,
    of_archives, whole OR cardinality(ids) > 200
  );
  IF now_at.version % 256 = 0 THEN
    DELETE FROM dataset_changes WHERE dataset_id = dataset AND version < now_at.version - 1024;
  END IF;
END
$$;

-- In place of the one before: it also notes the change.
CREATE OR REPLACE FUNCTION count_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN
    EXECUTE format(
      'SELECT dataset_id, %s, array_agg(DISTINCT id) AS ids
       FROM (%s) changes (dataset_id, id, status, change) GROUP BY dataset_id ORDER BY dataset_id',
      (
        SELECT string_agg(format('coalesce(sum(change) FILTER (WHERE status = %L), 0)::integer AS %I', status, status), ', ')
        FROM unnest(ARRAY['ingested', 'partitioned', 'partitioning_error', 'chunked', 'chunking_error', 'embedded', 'embedding_error']) AS status
      ),
      CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT dataset_id, id, status, 1 FROM new_rows'
        WHEN 'DELETE' THEN 'SELECT dataset_id, id, status, -1 FROM old_rows'
        -- The two cancel each other out where only the bytes are different.
        ELSE 'SELECT n.dataset_id, n.id, s.status, s.change FROM new_rows n JOIN old_rows o USING (id),
          LATERAL (VALUES (n.status, 1), (o.status, -1)) s (status, change)
          WHERE n.status <> o.status OR n.sha256 IS DISTINCT FROM o.sha256'
      END
    )
  LOOP
    UPDATE dataset_counts SET
      ingested = ingested + moved.ingested,
      partitioned = partitioned + moved.partitioned,
      partitioning_error = partitioning_error + moved.partitioning_error,
      chunked = chunked + moved.chunked,
      chunking_error = chunking_error + moved.chunking_error,
      embedded = embedded + moved.embedded,
      embedding_error = embedding_error + moved.embedding_error
    WHERE dataset_id = moved.dataset_id;
    CALL note_change(moved.dataset_id, moved.ids, false, TG_OP <> 'UPDATE');
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION note_archive() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  CALL note_change(coalesce(NEW.dataset_id, OLD.dataset_id), '{}', true, false);
  RETURN NULL;
END
$$;

CREATE TRIGGER note_inserted AFTER INSERT ON archives FOR EACH ROW EXECUTE FUNCTION note_archive();
CREATE TRIGGER note_updated AFTER UPDATE ON archives FOR EACH ROW
WHEN (NEW.status <> OLD.status OR NEW.removed_at IS DISTINCT FROM OLD.removed_at)
EXECUTE FUNCTION note_archive();
