-- When a server was last started with a model: the model of the one that was started last is used by all.
ALTER TABLE embedding_models ADD COLUMN chosen_at timestamptz;
