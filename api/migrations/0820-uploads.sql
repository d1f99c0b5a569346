-- Uploads that go on after a broken connection. See docs/uploads.md. The archive that one becomes has its id.
-- `writer` is the token of the request that may add bytes. `stored` is what the storage says of the bytes so
-- far; `numbers` counts the numbers of parts that were taken. A finished one stays until it expires, so that
-- finishing it again returns the same archive.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  created_by uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  filename text NOT NULL,
  fingerprint text,
  size bigint NOT NULL CHECK (size > 0),
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND size),
  stored jsonb NOT NULL DEFAULT '{}',
  numbers integer NOT NULL DEFAULT 0,
  writer uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  finished_at timestamptz,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

CREATE INDEX uploads_by_organization ON uploads (organization_id, created_by) INCLUDE (size, expires_at) WHERE finished_at IS NULL;
CREATE INDEX uploads_by_dataset ON uploads (organization_id, dataset_id);
CREATE INDEX uploads_by_account ON uploads (created_by);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

CALL isolate_by_organization('uploads');
