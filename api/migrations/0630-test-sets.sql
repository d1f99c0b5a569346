-- Questions whose right answers are known, and how well searching a workspace finds them. See docs/search.md.

CREATE TABLE test_questions (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  query text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX test_questions_by_query ON test_questions (organization_id, workspace_id, md5(query));

-- A right answer is a passage of a path, rather than a chunk: it outlives another upload and other chunks.
CREATE TABLE test_answers (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  question_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  -- The beginning of the chunk; empty where every chunk of the document is right.
  passage text NOT NULL,
  grade smallint NOT NULL CHECK (grade BETWEEN 1 AND 3),
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, question_id) REFERENCES test_questions (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX test_answers_once ON test_answers (organization_id, question_id, dataset_id, md5(path), md5(passage));
CREATE INDEX test_answers_by_dataset ON test_answers (organization_id, dataset_id);

CREATE TABLE test_runs (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  workspace_id uuid NOT NULL,
  mode text NOT NULL,
  -- What the results depend on, without the dataset's content.
  settings jsonb NOT NULL,
  -- What was searched: counts of documents and chunks.
  searched jsonb,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  error text,
  questions integer NOT NULL,
  recall double precision,
  mrr double precision,
  ndcg double precision,
  partial integer NOT NULL DEFAULT 0,
  -- Milliseconds of all searches.
  took double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX test_runs_by_workspace ON test_runs (organization_id, workspace_id, started_at);
CREATE UNIQUE INDEX test_runs_running ON test_runs (organization_id, workspace_id) WHERE finished_at IS NULL;

CREATE TABLE test_run_results (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  question_id uuid NOT NULL,
  -- The chunks that were found, best first: ids, path, number and grade, without their text.
  results jsonb NOT NULL,
  recall double precision NOT NULL,
  reciprocal_rank double precision NOT NULL,
  ndcg double precision NOT NULL,
  first_right smallint,
  -- A digest of the right answers that it was measured by.
  answers text NOT NULL,
  PRIMARY KEY (organization_id, run_id, question_id),
  FOREIGN KEY (organization_id, run_id) REFERENCES test_runs (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, question_id) REFERENCES test_questions (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX test_run_results_by_question ON test_run_results (organization_id, question_id, run_id);

CALL isolate_by_organization('test_questions');
CALL isolate_by_organization('test_answers');
CALL isolate_by_organization('test_runs');
CALL isolate_by_organization('test_run_results');
