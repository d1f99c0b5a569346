-- The folder whose documents an archive may remove as orphans; empty for the whole dataset.
ALTER TABLE archives ADD COLUMN orphans_folder text NOT NULL DEFAULT '';
