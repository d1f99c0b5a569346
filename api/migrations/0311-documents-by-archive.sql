-- An archive's id says everything. With the organization before it, a database that has no figures of
-- the table yet took this index for the way to a few documents by id, and read all of the organization.
DROP INDEX documents_by_archive;
CREATE INDEX documents_by_archive ON documents (archive_id, status);
