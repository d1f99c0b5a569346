-- When the account's password was last entered in a session. Some calls require this to be recent.
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now();
UPDATE sessions SET authenticated_at = created_at;

-- Set when a user deletes an organization. Only then may a job delete its rows.
ALTER TABLE organizations ADD COLUMN deleted_at timestamptz;
UPDATE organizations SET deleted_at = now()
WHERE NOT EXISTS (SELECT FROM memberships WHERE memberships.organization_id = organizations.id);
