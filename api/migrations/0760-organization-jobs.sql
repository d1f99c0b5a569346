-- Jobs of organizations, which take turns at them: deletions, indexing, test runs. A turn marks what it
-- takes with the id of its pg-boss job.
CREATE TABLE organization_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  organization_id uuid NOT NULL,
  payload jsonb NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  turn uuid
);
CREATE INDEX organization_jobs_in_order ON organization_jobs (organization_id, due_at);

CALL isolate_by_organization('organization_jobs', 'organization_id', 'INSERT');

-- Jobs that earlier releases sent.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    INSERT INTO organization_jobs (name, organization_id, payload, due_at)
    SELECT name, (data->>'organizationId')::uuid, data, greatest(start_after, now()) FROM pgboss.job
    WHERE state <= 'active' AND name IN ('remove-dataset', 'remove-organization', 'purge-archive',
      'purge-documents', 'sweep-originals', 'index-documents', 'embed-dataset', 'fold-index',
      'locate-chunks', 'test-run');
    UPDATE pgboss.job SET state = 'cancelled'
    WHERE state <= 'active' AND name IN ('remove-dataset', 'remove-organization', 'purge-archive',
      'purge-documents', 'sweep-originals', 'index-documents', 'embed-dataset', 'fold-index',
      'locate-chunks', 'test-run');
  END IF;
END $$;
