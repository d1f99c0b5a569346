-- What a document's file says about it, and what Editors set beside or over that: a null hides a key that
-- was read. Null where there is nothing, as for most documents. See docs/documents.md.
ALTER TABLE documents ADD COLUMN read_metadata jsonb, ADD COLUMN edited_metadata jsonb;

-- What a document's metadata is.
CREATE FUNCTION document_metadata(read jsonb, edited jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN edited IS NULL THEN read ELSE nullif(jsonb_strip_nulls(coalesce(read, '{}') || edited), '{}') END;

-- What is edited after keys were reset to what was read, removed and set. A key of `added` is in no other
-- parameter. Only a key that was read has to be hidden.
CREATE FUNCTION edited_metadata(read jsonb, edited jsonb, reset text[], removed text[], added jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN nullif(
  (coalesce(edited, '{}') - reset - removed)
    || coalesce((SELECT jsonb_object_agg(key, NULL) FROM unnest(removed) AS key WHERE jsonb_exists(read, key)), '{}')
    || added,
  '{}');

-- A template whose text depends on the document's metadata: `document.metadata`, `document["metadata"]`,
-- or the document under another name.
ALTER TABLE datasets ADD COLUMN uses_document_metadata boolean
GENERATED ALWAYS AS (coalesce(chunk_template, '') ~ 'document\s*(\.\s*metadata|\[|-?%\})') STORED;

-- The same as the dataset's hash, but where the template shows what Editors set. What is read changes with
-- the chunks themselves.
CREATE FUNCTION document_settings_hash(settings text, uses_metadata boolean, edited jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN uses_metadata AND edited IS NOT NULL THEN md5(settings || ' ' || edited::text) ELSE settings END;
