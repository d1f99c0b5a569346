-- All jobs: of organizations, and of the server under the lowest id. A process that runs one renews its claim;
-- rows that a run has claimed name it by the job's id.
CREATE TABLE jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  number bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  organization_id uuid NOT NULL,
  payload jsonb NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  claimed_by uuid,
  claimed_until timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX jobs_waiting ON jobs (name, organization_id, due_at, number) WHERE claimed_by IS NULL;
CREATE INDEX jobs_claimed ON jobs (claimed_until) WHERE claimed_by IS NOT NULL;

CALL isolate_by_organization('jobs', 'organization_id', 'INSERT');
CREATE POLICY server ON jobs FOR INSERT TO carrel_tenant
  WITH CHECK (organization_id = '00000000-0000-0000-0000-000000000000');
