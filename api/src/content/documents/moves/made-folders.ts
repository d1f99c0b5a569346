import type { DocumentSelection } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { addFolders } from '../../../processing/rows/folder-rows.ts';
import { foldersAround } from '../../../processing/rows/document-path.ts';
import { isInFolder } from '../../../processing/rows/is-in-folder.ts';
import { lockDataset } from '../../../processing/rows/lock-documents.ts';

/** The folders that a selection names. */
export function foldersOfSelection(selection: DocumentSelection): string[] {
  const folders =
    'folder' in selection
      ? [selection.folder]
      : 'folders' in selection
        ? (selection.folders ?? [])
        : [];
  return folders.map((folder) => folder.normalize('NFC'));
}

/** Folders that people made in a dataset: they stay without documents. `tx` is a tenant's transaction. */
export function madeFoldersOf(
  tx: Queryable,
  { organizationId, datasetId }: { organizationId: string; datasetId: string },
) {
  /** Streams tell that folders have changed. */
  const changed = async (rows: readonly unknown[]): Promise<boolean> => {
    if (rows.length > 0) await tx.query(`CALL note_change($1, '{}', false, true)`, [datasetId]);
    return rows.length > 0;
  };
  return {
    make: async (path: string) => {
      await addFolders(tx, { organizationId, datasetId }, [...foldersAround(path), path]);
      await changed(
        await tx.query(
          `UPDATE folders SET made_at = now(), unmade_by = NULL
           WHERE organization_id = $1 AND dataset_id = $2 AND path = $3 RETURNING path`,
          [organizationId, datasetId, path],
        ),
      );
    },

    /** Hides folders and those in them until the act of a person is final, and returns whether there are any. */
    unmake: async (folders: readonly string[], removal: string): Promise<boolean> => {
      await lockDataset(tx, organizationId, datasetId);
      return changed(
        await tx.query(
          `UPDATE folders f SET unmade_by = $4
           WHERE f.organization_id = $1 AND f.dataset_id = $2 AND f.unmade_by IS NULL AND (
             f.path = ANY ($3::text[]) OR (f.made_at IS NOT NULL AND EXISTS (
               SELECT FROM unnest($3::text[] COLLATE "C") AS s (path) WHERE ${isInFolder('s.path', 'f.path')})))
           RETURNING f.path`,
          [organizationId, datasetId, folders, removal],
        ),
      );
    },

    /** Shows what an act hid, and returns whether there is anything. */
    remake: async (removal: string): Promise<boolean> => {
      await lockDataset(tx, organizationId, datasetId);
      return changed(
        await tx.query(
          `UPDATE folders SET unmade_by = NULL
           WHERE organization_id = $1 AND dataset_id = $2 AND unmade_by = $3 RETURNING path`,
          [organizationId, datasetId, removal],
        ),
      );
    },
  };
}
