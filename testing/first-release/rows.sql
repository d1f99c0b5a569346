-- What a server of the first release kept: an owner, an invitation, and a dataset of two documents.
INSERT INTO accounts (id, first_name, last_name, password_hash) VALUES
  ('00000000-0000-4000-8000-00000000000a', 'Ada', 'Byron', 'argon2id$...');
INSERT INTO account_emails (account_id, address, address_key, confirmed_at) VALUES
  ('00000000-0000-4000-8000-00000000000a', 'Ada@example.com', 'ada@example.com', '2026-01-02T03:04:05Z');
INSERT INTO organizations (id, name) VALUES ('00000000-0000-4000-8000-000000000001', 'Readers');
INSERT INTO roles (id, organization_id, name, rank) VALUES
  ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Owner', 0);
INSERT INTO memberships (organization_id, account_id, role_id) VALUES
  ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000002');
INSERT INTO invitations (organization_id, address, address_key, role_id, created_at) VALUES
  ('00000000-0000-4000-8000-000000000001', 'bob@example.com', 'bob@example.com', '00000000-0000-4000-8000-000000000002', '2026-01-02T03:04:05Z');
INSERT INTO audit_records (organization_id, account_id, action, object_type, object_id) VALUES
  ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000a', 'dataset.created', 'dataset', '00000000-0000-4000-8000-000000000003');
INSERT INTO datasets (id, organization_id, name) VALUES
  ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', 'Library');
INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans, purge_on_completion, status) VALUES
  ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003',
   'library.zip', 3, '\x00', true, false, false, 'completed');
INSERT INTO folders (organization_id, dataset_id, path, parent, name, sort_name) VALUES
  ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003', 'a', '', 'a', 'a'),
  ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003', 'a/b', 'a', 'b', 'b');
INSERT INTO documents (id, organization_id, dataset_id, path, folder, name, sort_name, size, status, error, archive_id, data_offset, compressed_size, method, crc32) VALUES
  ('00000000-0000-4000-8000-000000000005', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003',
   'a/b/good.txt', 'a/b', 'good.txt', 'good.txt', 3, 'embedded', NULL, '00000000-0000-4000-8000-000000000004', 30, 3, 0, 1),
  ('00000000-0000-4000-8000-000000000006', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003',
   'a/bad.pdf', 'a', 'bad.pdf', 'bad.pdf', 3, 'partitioning_error', 'Damaged', '00000000-0000-4000-8000-000000000004', 60, 3, 0, 2);
INSERT INTO chunks (organization_id, document_id, number, text) VALUES
  ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000005', 0, 'One');
INSERT INTO chunk_vectors (organization_id, document_id, number, vector) VALUES
  ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000005', 0, '\x0000803f');
