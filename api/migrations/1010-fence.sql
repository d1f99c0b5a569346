-- The key of metadata that names the groups who see a document of the dataset; null for one without a fence.
ALTER TABLE datasets ADD COLUMN fence_key text;
CREATE INDEX datasets_fenced ON datasets (organization_id) WHERE fence_key IS NOT NULL;

-- Whether a value of metadata names one of these groups: a list of names, or a text with commas between them. A text of
-- 1,000 characters may be cut within its last name.
CREATE FUNCTION names_a_group(value jsonb, groups jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT EXISTS (
    SELECT FROM (
      SELECT item #>> '{}' AS name FROM jsonb_array_elements(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) item
      WHERE jsonb_typeof(item) = 'string'
      UNION ALL
      SELECT part FROM string_to_table(CASE jsonb_typeof(value) WHEN 'string' THEN
        CASE WHEN length(value #>> '{}') < 1000 THEN value #>> '{}' ELSE regexp_replace(value #>> '{}', '[^,]*$', '') END
      END, ',') part
    ) names
    WHERE groups ?| ARRAY[btrim(name, E' \t\r\n\u00a0'), lower(btrim(name, E' \t\r\n\u00a0'))]
  )
$$;

-- Whether the caller is in front of no fence of a document, given columns of its row. The setting `carrel.fences` has the
-- key of each dataset that is fenced for the caller, and the names of the caller's groups: {"datasets": {}, "groups": []}.
CREATE FUNCTION passes_fence(
  organization uuid, dataset uuid, path text, status text, container uuid, read jsonb, edited jsonb, omitted jsonb
) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
#variable_conflict use_variable
DECLARE
  fences jsonb;
  fence_key text;
BEGIN
  IF strpos(coalesce(current_setting('carrel.fences', true), ''), dataset::text) = 0 THEN
    RETURN true;
  END IF;
  fences := current_setting('carrel.fences')::jsonb;
  fence_key := fences #>> ARRAY['datasets', dataset::text];
  IF fence_key IS NULL THEN
    RETURN true;
  END IF;
  -- Its metadata was not read yet, or could not be.
  IF status IN ('ingested', 'partitioning_error') THEN
    RETURN false;
  END IF;
  -- What is inside of a document is behind its fence, and so is the file that describes it.
  IF container IS NOT NULL AND NOT EXISTS (
    SELECT FROM documents d WHERE d.organization_id = organization AND d.id = container
  ) THEN
    RETURN false;
  END IF;
  IF path LIKE '%.metadata.json' AND NOT EXISTS (
    SELECT FROM documents d
    WHERE d.organization_id = organization AND d.dataset_id = dataset AND d.path = left(path, -length('.metadata.json'))
  ) THEN
    RETURN false;
  END IF;
  IF edited ? fence_key THEN
    RETURN edited -> fence_key = 'null' OR names_a_group(edited -> fence_key, fences -> 'groups');
  END IF;
  IF omitted @> '[{"what": "metadata"}]' THEN
    RETURN false;
  END IF;
  IF read ? fence_key THEN
    RETURN names_a_group(read -> fence_key, fences -> 'groups');
  END IF;
  RETURN true;
END
$$;

-- The same for a path at which a document is, or was.
CREATE FUNCTION passes_fence_at(organization uuid, dataset uuid, path text)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE COST 1 AS $$
  SELECT strpos(coalesce(current_setting('carrel.fences', true), ''), dataset::text) = 0 OR EXISTS (
    SELECT FROM documents d
    WHERE d.organization_id = organization AND d.dataset_id = dataset AND d.path = passes_fence_at.path)
$$;

-- As `is_reachable`: one CASE, so that the plans are those of a database without fences.
CREATE FUNCTION is_document_reachable(
  organization uuid, dataset uuid, path text, status text, container uuid, read jsonb, edited jsonb, omitted jsonb
) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN current_setting('carrel.unreachable', true) <> '' OR current_setting('carrel.fences', true) <> ''
  THEN strpos(coalesce(current_setting('carrel.unreachable', true), ''), dataset::text) = 0
    AND CASE WHEN current_setting('carrel.fences', true) <> ''
      THEN passes_fence(organization, dataset, path, status, container, read, edited, omitted)
      ELSE true END
  ELSE true END;

ALTER POLICY tenant ON documents USING (
  organization_id = current_organization_id() AND removed_at IS NULL AND is_document_reachable(
    organization_id, dataset_id, path, status, container_id, read_metadata, edited_metadata, omitted)
) WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));

CREATE FUNCTION is_answer_reachable(organization uuid, dataset uuid, path text)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN current_setting('carrel.unreachable', true) <> '' OR current_setting('carrel.fences', true) <> ''
  THEN strpos(coalesce(current_setting('carrel.unreachable', true), ''), dataset::text) = 0
    AND passes_fence_at(organization, dataset, path)
  ELSE true END;

ALTER POLICY tenant ON test_answers
USING (organization_id = current_organization_id() AND is_answer_reachable(organization_id, dataset_id, path))
WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));
