-- The second phase of 0951, when no instance of the version before runs: its keys go, the new ones take their places.
-- It changes the catalog only. Rows that refer to these keys already include the organization, but for contents.
ALTER TABLE original_contents DROP CONSTRAINT original_contents_key_fkey;
ALTER TABLE archive_entries DROP CONSTRAINT archive_entries_pkey;
ALTER TABLE archive_entries ADD CONSTRAINT archive_entries_pkey PRIMARY KEY USING INDEX archive_entries_in_organization;
ALTER TABLE archive_receipt_entries DROP CONSTRAINT archive_receipt_entries_pkey;
ALTER TABLE archive_receipt_entries ADD CONSTRAINT archive_receipt_entries_pkey PRIMARY KEY USING INDEX archive_receipt_entries_in_organization;
ALTER TABLE archive_receipt_unchanged DROP CONSTRAINT archive_receipt_unchanged_pkey;
ALTER TABLE archive_receipt_unchanged ADD CONSTRAINT archive_receipt_unchanged_pkey PRIMARY KEY USING INDEX archive_receipt_unchanged_in_organization;
ALTER TABLE archive_receipts DROP CONSTRAINT archive_receipts_pkey;
ALTER TABLE archive_receipts ADD CONSTRAINT archive_receipts_pkey PRIMARY KEY USING INDEX archive_receipts_in_organization;
ALTER TABLE dataset_changes DROP CONSTRAINT dataset_changes_pkey;
ALTER TABLE dataset_changes ADD CONSTRAINT dataset_changes_pkey PRIMARY KEY USING INDEX dataset_changes_in_organization;
ALTER TABLE dataset_counts DROP CONSTRAINT dataset_counts_pkey;
ALTER TABLE dataset_counts ADD CONSTRAINT dataset_counts_pkey PRIMARY KEY USING INDEX dataset_counts_in_organization;
ALTER TABLE documents DROP CONSTRAINT documents_dataset_id_path_key;
ALTER TABLE documents ADD CONSTRAINT documents_path_once UNIQUE USING INDEX documents_by_path;
ALTER TABLE folders DROP CONSTRAINT folders_pkey;
ALTER TABLE folders ADD CONSTRAINT folders_pkey PRIMARY KEY USING INDEX folders_in_organization;
ALTER TABLE original_files DROP CONSTRAINT original_files_pkey;
ALTER TABLE original_files ADD CONSTRAINT original_files_pkey PRIMARY KEY USING INDEX original_files_in_organization;
ALTER TABLE stalled_documents DROP CONSTRAINT stalled_documents_pkey;
ALTER TABLE stalled_documents ADD CONSTRAINT stalled_documents_pkey PRIMARY KEY USING INDEX stalled_documents_in_organization;
ALTER TABLE uploads DROP CONSTRAINT uploads_pkey;
ALTER TABLE uploads ADD CONSTRAINT uploads_pkey PRIMARY KEY USING INDEX uploads_in_organization;
ALTER TABLE original_contents ADD CONSTRAINT original_contents_key_fkey
  FOREIGN KEY (organization_id, key) REFERENCES original_files (organization_id, key) ON DELETE CASCADE NOT VALID;
ALTER TABLE original_contents VALIDATE CONSTRAINT original_contents_key_fkey;

-- These have the key already that others refer to. It becomes their identity.
ALTER TABLE archives DROP CONSTRAINT archives_pkey;
ALTER TABLE archives REPLICA IDENTITY USING INDEX archives_organization_id_id_key;
ALTER TABLE datasets DROP CONSTRAINT datasets_pkey;
ALTER TABLE datasets REPLICA IDENTITY USING INDEX datasets_organization_id_id_key;
ALTER TABLE documents DROP CONSTRAINT documents_pkey;
ALTER TABLE documents REPLICA IDENTITY USING INDEX documents_organization_id_id_key;
ALTER TABLE roles DROP CONSTRAINT roles_pkey;
ALTER TABLE roles REPLICA IDENTITY USING INDEX roles_organization_id_id_key;
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_pkey;
ALTER TABLE webhook_endpoints REPLICA IDENTITY USING INDEX webhook_endpoints_organization_id_id_key;
ALTER TABLE workspaces DROP CONSTRAINT workspaces_pkey;
ALTER TABLE workspaces REPLICA IDENTITY USING INDEX workspaces_organization_id_id_key;

DROP INDEX documents_in_order;
ALTER INDEX documents_in_order_of_organization RENAME TO documents_in_order;
DROP INDEX documents_by_status;
ALTER INDEX documents_by_status_of_organization RENAME TO documents_by_status;
DROP INDEX folders_in_order;
ALTER INDEX folders_in_order_of_organization RENAME TO folders_in_order;
