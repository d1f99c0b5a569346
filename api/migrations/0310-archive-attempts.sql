-- The token of the worker that reads an archive and merges it. Each of its steps asks for it: one that
-- was taken for dead, and is not, must not go on beside its successor.
ALTER TABLE archives ADD COLUMN attempt uuid;
