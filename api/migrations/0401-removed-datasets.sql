-- A dataset goes at once for everybody, and step by step for the database: `removed_at` hides it from
-- every tenant's transaction until its documents are gone and its row follows them.
ALTER TABLE datasets ADD COLUMN removed_at timestamptz;

DROP POLICY tenant ON datasets;
CREATE POLICY tenant ON datasets TO carrel_tenant
USING (organization_id = current_organization_id() AND removed_at IS NULL)
WITH CHECK (organization_id = current_organization_id());

-- Gives whether there was such a dataset. It runs as the owner of the tables, as a tenant may not
-- write a row that it cannot see afterwards. Locks are taken in the order that everything keeps to:
-- dataset, archives by id, counts. Without its counts a dataset has no documents and no changes.
CREATE FUNCTION remove_dataset(removed uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE datasets SET removed_at = now()
  WHERE organization_id = current_organization_id() AND id = removed AND removed_at IS NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM id FROM archives
  WHERE organization_id = current_organization_id() AND dataset_id = removed ORDER BY id FOR UPDATE;
  -- Whoever reads or merges one of them finds it taken.
  UPDATE archives SET
    removed_at = coalesce(removed_at, now()),
    status = CASE WHEN status IN ('pending', 'processing') THEN 'failed' ELSE status END,
    attempt = NULL
  WHERE organization_id = current_organization_id() AND dataset_id = removed;
  DELETE FROM workspace_datasets
  WHERE organization_id = current_organization_id() AND dataset_id = removed;
  DELETE FROM dataset_counts
  WHERE organization_id = current_organization_id() AND dataset_id = removed;
  RETURN true;
END
$$;
