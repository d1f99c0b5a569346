-- Keys that the organization leads (docs/decisions/121), beside the earlier ones, on which the version before relies.
-- Its name is in ONLINE: each statement runs by itself, concurrently with writes, and may be repeated.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS archive_entries_in_organization ON archive_entries (organization_id, archive_id, path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS archive_receipt_entries_in_organization ON archive_receipt_entries (organization_id, archive_id, path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS archive_receipt_unchanged_in_organization ON archive_receipt_unchanged (organization_id, archive_id, last_path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS archive_receipts_in_organization ON archive_receipts (organization_id, archive_id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS dataset_changes_in_organization ON dataset_changes (organization_id, dataset_id, version);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS dataset_counts_in_organization ON dataset_counts (organization_id, dataset_id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS documents_by_path ON documents (organization_id, dataset_id, path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS folders_in_organization ON folders (organization_id, dataset_id, path);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS original_files_in_organization ON original_files (organization_id, key);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS stalled_documents_in_organization ON stalled_documents (organization_id, document_id);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS uploads_in_organization ON uploads (organization_id, id);
-- Where a key has the organization and the dataset, an index that has the dataset only seems to find more rows.
CREATE INDEX CONCURRENTLY IF NOT EXISTS documents_in_order_of_organization ON documents (organization_id, dataset_id, folder, sort_name, name);
CREATE INDEX CONCURRENTLY IF NOT EXISTS documents_by_status_of_organization ON documents (organization_id, dataset_id, status, path);
CREATE INDEX CONCURRENTLY IF NOT EXISTS folders_in_order_of_organization ON folders (organization_id, dataset_id, parent, sort_name, name);
