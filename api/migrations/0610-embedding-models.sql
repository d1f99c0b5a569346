-- What makes vectors. Two rows whose vectors cannot be compared differ in one of the unique columns.
-- `requested_dimensions` is 0 where the model decides; `dimensions` is NULL until it made a vector.
CREATE TABLE embedding_models (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  version text NOT NULL,
  requested_dimensions integer NOT NULL,
  passage_prefix text NOT NULL,
  query_prefix text NOT NULL,
  dimensions integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (name, version, requested_dimensions, passage_prefix)
);

GRANT SELECT ON embedding_models TO carrel_tenant;

-- The models that a dataset has vectors of. Searches use those of the `active` one. It is `complete` once
-- every chunk of the embedded documents was embedded; until then a job goes through the documents in the
-- order of their paths and is at `after_path`. Another `run` of the job ends the earlier one. `version`
-- counts the changes of the segments, from a number on that is greater than that of any deleted row before:
-- whoever takes the next number holds the row, so that numbers are
-- committed in their order.
CREATE TABLE dataset_models (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  model_id uuid NOT NULL REFERENCES embedding_models (id),
  active boolean NOT NULL,
  complete boolean NOT NULL,
  version bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
  after_path text COLLATE "C" NOT NULL DEFAULT '',
  run uuid,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, dataset_id, model_id),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);

-- The vectors so far have no model: no search has used them, and they are made again where there is a
-- service. A table is dropped at once, however large it is.
DROP TABLE chunk_vectors;

-- 32-bit floats, least significant byte first. Vectors of several models stand beside each other.
CREATE TABLE chunk_vectors (
  organization_id uuid NOT NULL,
  document_id uuid NOT NULL,
  model_id uuid NOT NULL,
  number integer NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id, model_id, number),
  FOREIGN KEY (organization_id, document_id, number) REFERENCES chunks (organization_id, document_id, number) ON DELETE CASCADE
);

ALTER TABLE chunk_vectors ALTER COLUMN vector SET STORAGE EXTERNAL;

-- The same vectors as searches hold them in memory: those of the chunks from `first` on, each of length
-- 1, as 8-bit whole numbers, and then a 32-bit float for each vector by which its numbers are multiplied.
CREATE TABLE vector_segments (
  organization_id uuid NOT NULL,
  dataset_id uuid NOT NULL,
  document_id uuid NOT NULL,
  model_id uuid NOT NULL,
  first integer NOT NULL,
  count integer NOT NULL,
  version bigint NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (organization_id, document_id, model_id, first),
  FOREIGN KEY (organization_id, document_id, first) REFERENCES chunks (organization_id, document_id, number) ON DELETE CASCADE
);

ALTER TABLE vector_segments ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE INDEX vector_segments_in_order ON vector_segments (organization_id, dataset_id, model_id, version, document_id, first);

CALL isolate_by_organization('dataset_models');
CALL isolate_by_organization('chunk_vectors');
CALL isolate_by_organization('vector_segments');
