-- Whether members who cannot reach what names people may learn by its link that it exists, and ask for access.
ALTER TABLE datasets ADD COLUMN known boolean NOT NULL DEFAULT false;
ALTER TABLE workspaces ADD COLUMN known boolean NOT NULL DEFAULT false;

-- One row for each person who asks for access to a dataset or workspace, until the request is granted.
CREATE TABLE access_requests (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid,
  workspace_id uuid,
  object_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(dataset_id, workspace_id)) STORED,
  account_id uuid NOT NULL,
  reason text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  refused_at timestamptz,
  PRIMARY KEY (organization_id, object_id, account_id),
  CONSTRAINT access_requests_for_one CHECK (num_nonnulls(dataset_id, workspace_id) = 1),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, account_id) REFERENCES memberships (organization_id, account_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX access_requests_by_id ON access_requests (id);
CREATE INDEX access_requests_by_account ON access_requests (organization_id, account_id);
CALL isolate_by_organization('access_requests');
CALL limit_by_reach('access_requests', 'is_reachable(object_id)');

-- Who decides about a request reads where the person who asks can be written to, and is written to.
GRANT SELECT (address, created_at) ON account_emails TO carrel_tenant;
