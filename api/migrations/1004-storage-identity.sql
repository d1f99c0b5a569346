-- The id of the storage that the files of this database are in. A server writes it here first, and then there.
CREATE TABLE storage_identity (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  is_stored boolean NOT NULL DEFAULT false
);
