import type { Queryable } from '../../platform/database/database.ts';
import { splitPath } from './document-path.ts';
import { isInFolder } from './is-in-folder.ts';

interface DatasetPlace {
  organizationId: string;
  datasetId: string;
}

/** Adds those of some folders that a dataset does not have. */
export async function addFolders(
  tx: Queryable,
  { organizationId, datasetId }: DatasetPlace,
  paths: readonly string[],
): Promise<void> {
  const parts = paths.map((path) => splitPath(path));
  await tx.query(
    `INSERT INTO folders (organization_id, dataset_id, path, parent, name, sort_name)
     SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[])
     ON CONFLICT (organization_id, dataset_id, path) DO NOTHING`,
    [
      organizationId,
      datasetId,
      paths,
      parts.map(({ folder }) => folder),
      parts.map(({ name }) => name),
      parts.map(({ sortName }) => sortName),
    ],
  );
}

/** The condition that a folder `f` of a dataset, or one in it, is there because a person made it. */
export const IS_MADE = `EXISTS (
  SELECT FROM folders m WHERE m.organization_id = f.organization_id AND m.dataset_id = f.dataset_id
    AND m.made_at IS NOT NULL AND m.unmade_by IS NULL AND (m.path = f.path OR ${isInFolder('f.path', 'm.path')}))`;

/** Deletes those of some folders, and of the folders above them, that have no documents any more and that nobody made. */
export async function deleteFoldersAround(
  tx: Queryable,
  { organizationId, datasetId }: DatasetPlace,
  folders: readonly string[],
): Promise<void> {
  await tx.query(
    `DELETE FROM folders f USING (
       SELECT DISTINCT path FROM unnest($3::text[]) AS folder, folder_and_above(folder) AS path
     ) above
     WHERE f.organization_id = $1 AND f.dataset_id = $2 AND f.path = above.path AND f.document_count = 0
       AND NOT ${IS_MADE}
       AND NOT EXISTS (
         SELECT FROM documents d
         WHERE d.organization_id = $1 AND d.dataset_id = $2 AND ${isInFolder('f.path')}
       )`,
    [organizationId, datasetId, [...new Set(folders)].filter(Boolean)],
  );
}
