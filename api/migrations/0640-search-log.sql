-- What people ask of a workspace, kept 30 days. No person is named. See docs/search.md.

ALTER TABLE organizations ADD COLUMN search_log boolean NOT NULL DEFAULT true;

-- `times` counts searches by how long they took: see SEARCH_TIME_BOUNDS.
CREATE TABLE search_days (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  searches integer NOT NULL,
  without_results integer NOT NULL,
  times integer[] NOT NULL,
  PRIMARY KEY (organization_id, workspace_id, day),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX search_days_by_day ON search_days (day);

-- Searches of a day without results: `key` is of the text without case and accents.
CREATE TABLE unanswered_questions (
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  day date NOT NULL,
  key bytea NOT NULL,
  query text NOT NULL,
  times integer NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, workspace_id, day, key),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX unanswered_questions_by_day ON unanswered_questions (day);

CALL isolate_by_organization('search_days');
CALL isolate_by_organization('unanswered_questions');
