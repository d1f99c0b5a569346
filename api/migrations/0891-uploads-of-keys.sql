-- An upload is that of an account or of an API key. The clean-up deletes those of revoked keys, with their bytes.
ALTER TABLE uploads ADD COLUMN api_key_id uuid;
ALTER TABLE uploads ALTER COLUMN created_by DROP NOT NULL;
ALTER TABLE uploads ADD CONSTRAINT uploads_owner_check CHECK (num_nonnulls(created_by, api_key_id) = 1);
CREATE INDEX uploads_by_key ON uploads (organization_id, api_key_id) WHERE api_key_id IS NOT NULL;
