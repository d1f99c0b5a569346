-- People pause, resume and cancel archives, and see which documents take long.

-- `paused_at`: its documents are not claimed, and it is not merged if that has not begun. While an archive is
-- being cancelled it has both times; once that is done only `cancelled_at` is left.
ALTER TABLE archives ADD COLUMN paused_at timestamptz;
ALTER TABLE archives ADD COLUMN cancelled_at timestamptz;
CREATE INDEX archives_paused ON archives (organization_id) WHERE paused_at IS NOT NULL;

DROP TRIGGER note_updated ON archives;
CREATE TRIGGER note_updated AFTER UPDATE ON archives FOR EACH ROW
WHEN (NEW.status <> OLD.status OR NEW.removed_at IS DISTINCT FROM OLD.removed_at
  OR NEW.paused_at IS DISTINCT FROM OLD.paused_at OR NEW.cancelled_at IS DISTINCT FROM OLD.cancelled_at)
EXECUTE FUNCTION note_archive();

-- Documents whose stage takes much longer than usual, as the process that has them last saw.
CREATE TABLE stalled_documents (
  organization_id uuid NOT NULL,
  document_id uuid PRIMARY KEY,
  dataset_id uuid NOT NULL,
  archive_id uuid,
  stage text NOT NULL,
  reason text NOT NULL,
  since timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (organization_id, document_id) REFERENCES documents (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX stalled_documents_by_dataset ON stalled_documents (organization_id, dataset_id);
CALL isolate_by_organization('stalled_documents');
