CREATE INDEX CONCURRENTLY IF NOT EXISTS documents_by_source ON documents (organization_id, source_id, source_key)
WHERE source_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS archives_by_source_run ON archives (organization_id, source_run_id)
WHERE source_run_id IS NOT NULL;
