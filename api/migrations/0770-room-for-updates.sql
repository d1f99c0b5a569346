-- A document is updated once when it is claimed and once for each stage. Where its page has room, the new
-- version needs no entry in the indexes when a claim writes it, and fewer pages are written.
ALTER TABLE documents SET (fillfactor = 50);
