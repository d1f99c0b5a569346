-- The second phase of 0950, when no instance of the version before runs.
DROP TRIGGER count_inserted ON documents;
DROP TRIGGER count_updated ON documents;
DROP TRIGGER count_deleted ON documents;
DROP TRIGGER tally_inserted ON documents;
DROP TRIGGER tally_updated ON documents;
DROP TRIGGER tally_deleted ON documents;
DROP TRIGGER note_moved_originals ON documents;
DROP TRIGGER note_deleted_originals ON documents;
DROP FUNCTION count_documents();
DROP FUNCTION tally_folders();
DROP FUNCTION note_unneeded_originals();
DROP PROCEDURE count_moved(uuid, text[], text[], uuid[], boolean);
