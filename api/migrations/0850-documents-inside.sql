-- Attachments of mails and files of archives inside of an archive are documents at the path of their container
-- and their own name. `container_id` has no foreign key: the rows that a cascade would delete are too many for
-- one transaction.
ALTER TABLE documents ADD COLUMN container_id uuid;
CREATE INDEX documents_by_container ON documents (container_id, path) WHERE container_id IS NOT NULL;

-- A container whose bytes are to be read for what is inside of it.
ALTER TABLE documents ADD COLUMN to_unpack boolean NOT NULL DEFAULT false;
CREATE INDEX documents_to_unpack ON documents (organization_id, dataset_id, archive_id, path) WHERE to_unpack;
CREATE INDEX documents_of_archive_to_unpack ON documents (archive_id) WHERE to_unpack;

ALTER TABLE archive_entries ADD COLUMN container_id uuid;

-- What is inside of some containers is merged as an archive of its own, which is not in the list of archives.
-- `containers` are the documents with the hashes that were read, `outer_id` the archive that brought them.
ALTER TABLE archives ADD COLUMN containers jsonb;
ALTER TABLE archives ADD COLUMN outer_id uuid;
CREATE INDEX archives_by_outer ON archives (outer_id) WHERE outer_id IS NOT NULL;
CREATE INDEX archives_of_containers ON archives (created_at) WHERE containers IS NOT NULL AND removed_at IS NULL;
