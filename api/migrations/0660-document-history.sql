-- What happened to a document, newest last, and the settings that its chunks were made with. See docs/documents.md.
ALTER TABLE documents ADD COLUMN history jsonb NOT NULL DEFAULT '[]';
ALTER TABLE documents ADD COLUMN settings_hash text;

-- Differs where two settings may make different chunks of one document. Without a template only the size
-- and the overlap matter.
CREATE FUNCTION chunk_settings_hash(template text, parameters jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN md5(CASE WHEN coalesce(template, '') = ''
  THEN coalesce(parameters ->> 'chunk_size', '') || ' ' || coalesce(parameters ->> 'chunk_overlap', '')
  ELSE template || ' ' || coalesce(parameters::text, '') END);

ALTER TABLE datasets ADD COLUMN settings_hash text
GENERATED ALWAYS AS (chunk_settings_hash(chunk_template, metadata_parameters)) STORED;

-- Chunks of earlier versions are taken for those of the settings at the time of this migration.
ALTER TABLE datasets ADD COLUMN first_settings_hash text;
UPDATE datasets SET first_settings_hash = settings_hash;

-- Appends entries to a history, which keeps the newest 20.
CREATE FUNCTION with_entries(history jsonb, entries jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN entries IS NULL THEN history
  WHEN jsonb_array_length(history) + jsonb_array_length(entries) <= 20 THEN history || entries
  ELSE (
    SELECT jsonb_agg(entry ORDER BY place)
    FROM jsonb_array_elements(history || entries) WITH ORDINALITY AS x (entry, place)
    WHERE place > jsonb_array_length(history) + jsonb_array_length(entries) - 20
  ) END;

-- A time as the entries of a history have it.
CREATE FUNCTION history_time() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
