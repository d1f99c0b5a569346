-- A deleted document is hidden at once, and can be restored for some seconds until a job deletes it.
-- `removal` is the act that hid it, with others. No tenant sees it, and nothing counts it.
ALTER TABLE documents ADD COLUMN removed_at timestamptz, ADD COLUMN removal uuid;
CREATE INDEX documents_removed ON documents (dataset_id, removal) WHERE removed_at IS NOT NULL;

DROP POLICY tenant ON documents;
CREATE POLICY tenant ON documents TO carrel_tenant
USING (organization_id = current_organization_id() AND removed_at IS NULL)
WITH CHECK (organization_id = current_organization_id());

-- As before, without hidden documents: to hide one is to delete it, and to restore one to insert it.
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

CREATE OR REPLACE FUNCTION tally_folders() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  tally record;
BEGIN
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

-- Hides documents of the organization, and returns how many. It runs as the owner of the tables, as a
-- tenant may not write a row that it cannot see afterwards.
CREATE FUNCTION remove_documents(dataset uuid, ids uuid[], act uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  hidden integer;
BEGIN
  PERFORM id FROM documents
  WHERE organization_id = current_organization_id() AND dataset_id = dataset AND id = ANY (ids)
    AND removed_at IS NULL ORDER BY id FOR UPDATE;
  UPDATE documents SET removed_at = now(), removal = act, attempt = NULL, reprocessing = false
  WHERE organization_id = current_organization_id() AND dataset_id = dataset AND id = ANY (ids)
    AND removed_at IS NULL;
  GET DIAGNOSTICS hidden = ROW_COUNT;
  RETURN hidden;
END
$$;

-- Shows what one act hid, some documents at a time, and returns the ids and statuses of these.
CREATE FUNCTION restore_documents(dataset uuid, act uuid, at_most integer) RETURNS TABLE (id uuid, status text)
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH hidden AS MATERIALIZED (
    SELECT d.id FROM documents d
    WHERE d.organization_id = current_organization_id() AND d.dataset_id = dataset AND d.removal = act
      AND d.removed_at IS NOT NULL
    ORDER BY d.id LIMIT at_most FOR UPDATE
  )
  UPDATE documents d SET removed_at = NULL, removal = NULL FROM hidden
  WHERE d.id = hidden.id RETURNING d.id, d.status
$$;
