-- The key of metadata that names the groups who see a document of the dataset; null for one without a fence.
ALTER TABLE datasets ADD COLUMN fence_key text;
CREATE INDEX datasets_fenced ON datasets (organization_id) WHERE fence_key IS NOT NULL;

-- Whether a value of metadata names a group of the caller: a list of names, or a text with commas between them. A text of
-- 1,000 characters may be cut within its last name. Loops of PL/pgSQL, as queries take ten times as long for each row.
CREATE FUNCTION names_a_group(value jsonb, fences text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  names text[] := '{}';
  name text;
BEGIN
  IF jsonb_typeof(value) = 'array' THEN
    FOR at IN 0 .. jsonb_array_length(value) - 1 LOOP
      IF jsonb_typeof(value -> at) = 'string' THEN
        names := names || (value ->> at);
      END IF;
    END LOOP;
  ELSIF jsonb_typeof(value) = 'string' THEN
    names := string_to_array(value #>> '{}', ',');
    IF length(value #>> '{}') >= 1000 THEN
      names := trim_array(names, 1);
    END IF;
  END IF;
  FOREACH name IN ARRAY names LOOP
    name := btrim(name, E' \t\r\n\u00a0');
    IF name <> '' AND strpos(name, E'\x1f') = 0 AND (
      strpos(fences, E'\x1f' || lower(name) || E'\x1f') > 0 OR strpos(fences, E'\x1f' || name || E'\x1f') > 0
    ) THEN
      RETURN true;
    END IF;
  END LOOP;
  RETURN false;
END
$$;

-- Whether the caller is in front of no fence of a document, given columns of its row. The setting `carrel.fences` has each
-- dataset that is fenced for the caller, with the key, between characters 1D, and each name of a group of the caller
-- between characters 1F: texts are searched much faster than JSON is read, for each row.
CREATE FUNCTION passes_fence(
  organization uuid, dataset uuid, path text, status text, container uuid, read jsonb, edited jsonb, omitted jsonb
) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 AS $$
#variable_conflict use_variable
DECLARE
  fences text := coalesce(current_setting('carrel.fences', true), '');
  fence_key text;
BEGIN
  IF strpos(fences, E'\x1d' || dataset::text || '=') = 0 THEN
    RETURN true;
  END IF;
  fence_key := split_part(split_part(fences, E'\x1d' || dataset::text || '=', 2), E'\x1d', 1);
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
    RETURN edited -> fence_key = 'null' OR names_a_group(edited -> fence_key, fences);
  END IF;
  IF omitted @> '[{"what": "metadata"}]' THEN
    RETURN false;
  END IF;
  IF read ? fence_key THEN
    RETURN names_a_group(read -> fence_key, fences);
  END IF;
  RETURN true;
END
$$;

-- The same for a path at which a document is, or was.
CREATE FUNCTION passes_fence_at(organization uuid, dataset uuid, path text)
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE COST 1 AS $$
  SELECT strpos(current_setting('carrel.fences', true), E'\x1d' || dataset::text || '=') = 0 OR EXISTS (
    SELECT FROM documents d
    WHERE d.organization_id = organization AND d.dataset_id = dataset AND d.path = passes_fence_at.path)
$$;

-- As `is_reachable`, which has one CASE and reads one setting where there is nothing to hide. In front of a fence,
-- `carrel.unreachable` is never empty.
CREATE FUNCTION is_document_reachable(
  organization uuid, dataset uuid, path text, status text, container uuid, read jsonb, edited jsonb, omitted jsonb
) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN current_setting('carrel.unreachable', true) <> ''
  THEN is_reachable(dataset)
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
RETURN CASE WHEN current_setting('carrel.unreachable', true) <> ''
  THEN is_reachable(dataset)
    AND CASE WHEN current_setting('carrel.fences', true) <> '' THEN passes_fence_at(organization, dataset, path)
      ELSE true END
  ELSE true END;

ALTER POLICY tenant ON test_answers
USING (organization_id = current_organization_id() AND is_answer_reachable(organization_id, dataset_id, path))
WITH CHECK (organization_id = current_organization_id() AND is_reachable(dataset_id));
