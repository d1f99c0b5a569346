-- How many documents of a dataset are processed again by the run that has begun, those that are done included.
ALTER TABLE dataset_counts ADD COLUMN reprocessing_total integer NOT NULL DEFAULT 0;
