-- What was done, by whom, in the transaction that did it. It outlives everything that it names.
CREATE TABLE audit_records (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  organization_id uuid,
  account_id uuid,
  action text NOT NULL,
  object_type text NOT NULL,
  object_id uuid,
  ip text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX audit_records_by_organization ON audit_records (organization_id, id);
CREATE INDEX audit_records_by_account ON audit_records (account_id, id);

CALL isolate_by_organization('audit_records', privileges => 'SELECT, INSERT');

-- Messages to send. They hold no link: its token is made when the message leaves, and only its hash
-- is kept. `reference` is what the message is about: an e-mail address, an account or an invitation.
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  address text NOT NULL,
  reference uuid,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz
);

CREATE INDEX outbox_by_address ON outbox (address, kind, created_at);
CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL;

GRANT INSERT ON outbox TO carrel_tenant;
