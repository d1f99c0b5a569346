-- When something was changed last, for lists in that order: a dataset by its settings, documents or archives.
ALTER TABLE datasets ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE workspaces ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE dataset_counts ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
UPDATE datasets SET updated_at = created_at;
UPDATE workspaces SET updated_at = created_at;
UPDATE dataset_counts c SET changed_at = coalesce(
  (SELECT max(d.updated_at) FROM documents d WHERE d.dataset_id = c.dataset_id),
  (SELECT s.created_at FROM datasets s WHERE s.id = c.dataset_id)
);

-- As before, with the time.
CREATE OR REPLACE PROCEDURE note_change(dataset uuid, ids uuid[], of_archives boolean, whole boolean)
LANGUAGE plpgsql AS $$
DECLARE
  now_at dataset_counts;
BEGIN
  UPDATE dataset_counts SET version = version + 1, changed_at = now() WHERE dataset_id = dataset
  RETURNING * INTO now_at;
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
