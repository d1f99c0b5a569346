import { UNDO_SECONDS } from '@carrel/shared/contract';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { deleteFoldersAround } from '../../rows/folder-rows.ts';
import { inBatches, type BatchBounds } from '../../rows/in-batches.ts';
import { isInFolder } from '../../rows/is-in-folder.ts';
import {
  changedDocuments,
  deleteDocuments,
  heldDocuments,
} from '../../rows/document-writes/write-documents.ts';

/** A request to undo may take a moment longer than a person has for it. */
export const FINAL_AFTER_SECONDS = UNDO_SECONDS + 2;

const BATCHES: BatchBounds = { first: 50, most: 500 };

interface Removed {
  organizationId: string;
  datasetId: string;
  /** One act; without it, everything that is hidden in the dataset. */
  removal?: string;
  /** Only what is in these folders. */
  folders?: readonly string[];
}

/** Returns for how long an act can still be undone: the time counts from the last document that it hid. */
export async function secondsUntilFinal(
  database: Database,
  { organizationId, datasetId, removal }: Required<Omit<Removed, 'folders'>>,
): Promise<number> {
  const [newest] = await database.query<{ seconds: number | null }>(
    `SELECT ceil(extract(epoch FROM max(removed_at) - now()))::integer + $4 AS seconds FROM documents
     WHERE organization_id = $1 AND dataset_id = $2 AND removal = $3 AND removed_at IS NOT NULL`,
    [organizationId, datasetId, removal, FINAL_AFTER_SECONDS],
  );
  return Math.max(0, newest?.seconds ?? 0);
}

/**
 * Deletes hidden documents of a dataset with the folders that they leave empty, in batches. To their
 * organization they are invisible already, so it runs as the owner of the tables.
 */
export async function purgeRemovedDocuments(database: Database, removed: Removed): Promise<void> {
  await inBatches(
    BATCHES,
    '',
    (work) => database.transaction(work),
    (tx, _, size) => purgeBatch(tx, removed, size),
  );
  const { removal, organizationId, datasetId } = removed;
  if (removal === undefined) return;
  await database.transaction(async (tx) => {
    const folders = await tx.query<{ path: string }>(
      `UPDATE folders SET made_at = NULL, unmade_by = NULL
       WHERE organization_id = $1 AND dataset_id = $2 AND unmade_by = $3 RETURNING path`,
      [organizationId, datasetId, removal],
    );
    await deleteFoldersAround(
      tx,
      removed,
      folders.map(({ path }) => path),
    );
  });
}

/** Returns a path of the batch; undefined where nothing is left. */
async function purgeBatch(
  tx: Queryable,
  { organizationId, datasetId, removal, folders }: Removed,
  size: number,
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string; path: string; folder: string }>(
    `SELECT id, path, folder FROM documents
     WHERE organization_id = $1 AND dataset_id = $2 AND removed_at IS NOT NULL
       AND ($3::uuid IS NULL OR removal = $3)
       AND ($5::text[] IS NULL OR EXISTS (
         SELECT FROM unnest($5::text[] COLLATE "C") AS folder WHERE ${isInFolder('folder', 'path')}
       ))
     ORDER BY id LIMIT $4 FOR UPDATE`,
    [organizationId, datasetId, removal ?? null, size, folders ?? null],
  );
  // What a crash left visible of what is inside of them.
  await tx.query(
    `WITH ${heldDocuments(`ARRAY(
       SELECT i.id FROM documents i
       WHERE i.organization_id = $1 AND i.container_id = ANY ($2::uuid[]) AND i.removed_at IS NULL)`)},
     ${changedDocuments('hidden', {
       set: 'removed_at = c.removed_at, removal = c.removal, attempt = NULL, reprocessing = false',
       from: 'documents c',
       where:
         'c.organization_id = $1 AND c.id = ANY ($2::uuid[]) AND d.container_id = c.id AND d.removed_at IS NULL',
     })} SELECT count(*) FROM hidden`,
    [organizationId, rows.map(({ id }) => id)],
  );
  await deleteDocuments(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  );
  await deleteFoldersAround(
    tx,
    { organizationId, datasetId },
    rows.map(({ folder }) => folder),
  );
  return rows.at(-1)?.path;
}
