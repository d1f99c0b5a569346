-- Documents that programs write by path are merged as archives. Such an archive has the conditions and the
-- removals of the request, and is not in the list of archives.
ALTER TABLE archives ADD COLUMN writes jsonb;
CREATE INDEX archives_of_writes ON archives (created_at) WHERE writes IS NOT NULL AND removed_at IS NULL;
