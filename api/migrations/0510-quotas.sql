-- Limits of one organization, which operators write. NULL: that of the settings; -1: none.
CREATE TABLE organization_quotas (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  documents bigint CHECK (documents >= -1),
  bytes bigint CHECK (bytes >= -1),
  members bigint CHECK (members >= -1),
  datasets bigint CHECK (datasets >= -1)
);

CALL isolate_by_organization('organization_quotas', 'organization_id', 'SELECT');

-- Documents that an archive adds in all, set when its merge begins under a limit. While the archive is
-- pending, those that it has not added yet count as used.
ALTER TABLE archives ADD COLUMN reserved_documents bigint;

-- The bytes of an organization are summed from these two.
CREATE INDEX archives_stored ON archives (organization_id) INCLUDE (size) WHERE purged_at IS NULL;
CREATE INDEX documents_kept_bytes ON documents (organization_id) INCLUDE (compressed_size)
WHERE bytes_key IS NOT NULL;
