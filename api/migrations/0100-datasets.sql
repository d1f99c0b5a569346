CREATE TABLE datasets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text,
  chunk_template text,
  metadata_parameters jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id)
);

CREATE TABLE workspace_datasets (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, workspace_id, dataset_id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX workspace_datasets_by_dataset ON workspace_datasets (organization_id, dataset_id);

-- How many documents of a dataset stand where; kept by a trigger, so that nobody has to count.
CREATE TABLE dataset_counts (
  organization_id uuid NOT NULL,
  dataset_id uuid PRIMARY KEY,
  ingested integer NOT NULL DEFAULT 0,
  partitioned integer NOT NULL DEFAULT 0,
  partitioning_error integer NOT NULL DEFAULT 0,
  chunked integer NOT NULL DEFAULT 0,
  chunking_error integer NOT NULL DEFAULT 0,
  embedded integer NOT NULL DEFAULT 0,
  embedding_error integer NOT NULL DEFAULT 0,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE FUNCTION create_dataset_counts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dataset_counts (organization_id, dataset_id) VALUES (NEW.organization_id, NEW.id);
  RETURN NULL;
END
$$;

CREATE TRIGGER create_counts AFTER INSERT ON datasets
FOR EACH ROW EXECUTE FUNCTION create_dataset_counts();

CALL isolate_by_organization('datasets');
CALL isolate_by_organization('workspace_datasets');
CALL isolate_by_organization('dataset_counts', privileges => 'SELECT, INSERT, UPDATE');
