-- Organizations take turns: what waits is in these rows, and a turn's job marks what it takes with its id.

ALTER TABLE documents ADD COLUMN turn uuid;
ALTER TABLE archives ADD COLUMN turn uuid;

-- In the order of turns: datasets of an organization, archives of a dataset. A policy lets CASE be compared
-- by the index, but not coalesce().
CREATE INDEX documents_in_work ON documents
  (organization_id, dataset_id, (CASE WHEN archive_id IS NULL THEN dataset_id ELSE archive_id END))
  WHERE status IN ('ingested', 'partitioned', 'chunked');
DROP INDEX documents_reprocessing;
CREATE INDEX documents_reprocessing ON documents (organization_id, dataset_id) WHERE reprocessing;
CREATE INDEX archives_pending ON archives (organization_id, dataset_id, number)
  WHERE status = 'pending';

-- Jobs of earlier releases named what they took. It waits again, and turns are asked for at the start.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job SET state = 'cancelled'
    WHERE name IN ('process-documents', 'ingest-archive', 'reprocess-documents') AND state < 'active';
  END IF;
END $$;
UPDATE documents SET attempt = NULL
  WHERE status IN ('ingested', 'partitioned', 'chunked') AND attempt IS NOT NULL;
UPDATE archives SET attempt = NULL WHERE status = 'pending' AND attempt IS NOT NULL;
