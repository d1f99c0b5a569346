-- Which documents a person downloads as a zip: the link of the download names this row. See docs/documents.md.
CREATE TABLE document_downloads (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  selections jsonb NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX document_downloads_by_account ON document_downloads (account_id);
CREATE INDEX document_downloads_by_dataset ON document_downloads (organization_id, dataset_id);
CALL isolate_by_organization('document_downloads');
