import type { Queryable } from '../../platform/database/database.ts';
import { isInFolder } from './is-in-folder.ts';

/** Deletes those of some folders, and of the folders above them, that have no documents any more. */
export async function deleteFoldersAround(
  tx: Queryable,
  { organizationId, datasetId }: { organizationId: string; datasetId: string },
  folders: readonly string[],
): Promise<void> {
  await tx.query(
    `DELETE FROM folders f USING (
       SELECT DISTINCT path FROM unnest($3::text[]) AS folder, folder_and_above(folder) AS path
     ) above
     WHERE f.organization_id = $1 AND f.dataset_id = $2 AND f.path = above.path AND f.document_count = 0
       AND NOT EXISTS (
         SELECT FROM documents d
         WHERE d.organization_id = $1 AND d.dataset_id = $2 AND ${isInFolder('f.path')}
       )`,
    [organizationId, datasetId, [...new Set(folders)].filter(Boolean)],
  );
}
