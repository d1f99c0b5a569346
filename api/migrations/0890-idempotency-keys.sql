-- What requests with an Idempotency-Key created, so that repeating one creates nothing else. Written in the
-- transaction that creates. organization_id is null for what an account creates for itself. body is null for a
-- response with a secret, which is not kept.
CREATE TABLE idempotency_keys (
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  caller_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status smallint NOT NULL,
  body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_key UNIQUE NULLS NOT DISTINCT (organization_id, caller_id, key_hash)
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
CALL isolate_by_organization('idempotency_keys');
