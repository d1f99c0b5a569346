-- The path by which archives and sources know a document that a person moved; null where that is its own.
ALTER TABLE documents ADD COLUMN origin_path text COLLATE "C";
CREATE INDEX documents_by_origin ON documents (organization_id, dataset_id, origin_path) WHERE origin_path IS NOT NULL;

-- Where an archive finds such documents: where they are now, or back at its own path. Null where nobody has chosen.
ALTER TABLE datasets ADD COLUMN moved_documents text,
  ADD CONSTRAINT datasets_moved_documents_check CHECK (moved_documents IN ('keep', 'follow'));

-- A folder that a person made stays without documents. `unmade_by` is the act of the person who deletes it.
ALTER TABLE folders ADD COLUMN made_at timestamptz, ADD COLUMN unmade_by uuid;
CREATE INDEX folders_made ON folders (organization_id, dataset_id, path) WHERE made_at IS NOT NULL;
CREATE INDEX folders_unmade ON folders (organization_id, dataset_id, unmade_by) WHERE unmade_by IS NOT NULL;

-- A move of documents by a person. Jobs move what is left of one that is `ready`; entries stay until it cannot be undone.
CREATE TABLE document_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  dataset_id uuid NOT NULL,
  taken text NOT NULL,
  ready boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT document_moves_taken_check CHECK (taken IN ('skip', 'number')),
  FOREIGN KEY (organization_id, dataset_id) REFERENCES datasets (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX document_moves_by_dataset ON document_moves (organization_id, dataset_id);
CALL isolate_by_organization('document_moves');
CALL limit_by_reach('document_moves', 'is_reachable(dataset_id)');

-- Each document of a move, and each folder that a person made, which has no `document_id`.
CREATE TABLE document_move_entries (
  organization_id uuid NOT NULL,
  move_id uuid NOT NULL,
  from_path text COLLATE "C" NOT NULL,
  to_path text COLLATE "C" NOT NULL,
  document_id uuid,
  state text NOT NULL DEFAULT 'waiting',
  PRIMARY KEY (organization_id, move_id, from_path),
  CONSTRAINT document_move_entries_state_check CHECK (state IN ('waiting', 'moved', 'skipped', 'undone', 'kept')),
  FOREIGN KEY (organization_id, move_id) REFERENCES document_moves (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX document_move_entries_by_state ON document_move_entries (organization_id, move_id, state, from_path);
CREATE INDEX document_move_entries_waiting ON document_move_entries (organization_id, document_id) WHERE state = 'waiting';
CALL isolate_by_organization('document_move_entries');

-- An entry of an archive whose document was moved: the document.
ALTER TABLE archive_entries ADD COLUMN moved_id uuid;

-- Which of some paths of a dataset a document has, hidden ones included: paths are unique among all of them.
CREATE FUNCTION taken_paths(dataset uuid, paths text[]) RETURNS TABLE (path text, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT d.path, d.id FROM documents d
  WHERE d.organization_id = current_organization_id() AND d.dataset_id = dataset
    AND d.path = ANY (paths COLLATE "C")
$$;

-- The document whose bytes an archive of one file replaces, wherever it is by then.
ALTER TABLE archives ADD COLUMN replaces uuid;
