import type { Queryable } from '../../../platform/database/database.ts';
import { inBatches, type BatchBounds } from '../../rows/in-batches.ts';
import { lockDocuments } from '../../rows/lock-documents.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import { deleteArchiveRows, deleteRows } from './delete-archive-rows.ts';
import { purgeOriginalsLater } from '../originals/purge-originals-job.ts';
import { purgeRemovedDocuments } from './purge-removed-documents.ts';
import { deleteMoves } from './delete-moves.ts';
import { deleteUploads } from './delete-uploads.ts';
import { purgeFilesLater } from '../originals/purge-files-job.ts';
import { deleteDocuments } from '../../rows/document-writes/write-documents.ts';

type Deletion = Pick<PipelineContext, 'database' | 'queue'>;
type OrganizationDeletion = Pick<PipelineContext, 'database' | 'queue' | 'log'>;

interface DeletedDataset {
  organizationId: string;
  datasetId: string;
}

const BATCHES: BatchBounds = { first: 50, most: 500 };

/**
 * Deletes everything in a dataset that `remove_dataset` hid, and then the dataset, in batches with
 * requests in between. Can be interrupted at any point and repeated.
 */
export async function deleteDatasetRows(
  { database, queue }: Deletion,
  { organizationId, datasetId }: DeletedDataset,
): Promise<void> {
  const inTenant = <T>(work: (tx: Queryable) => Promise<T>) =>
    database.tenant(organizationId, work);
  const visible = await inTenant((tx) =>
    tx.query('SELECT id FROM datasets WHERE organization_id = $1 AND id = $2', [
      organizationId,
      datasetId,
    ]),
  );
  if (visible.length > 0) throw new Error('The dataset was not deleted');
  await purgeRemovedDocuments(database, { organizationId, datasetId });
  await inBatches(BATCHES, '', inTenant, (tx, after, size) =>
    deleteNextDocuments(tx, { organizationId, datasetId }, after, size),
  );
  const archives = await inTenant((tx) =>
    tx.query<{ id: string }>(
      'SELECT id FROM archives WHERE organization_id = $1 AND dataset_id = $2',
      [organizationId, datasetId],
    ),
  );
  for (const { id } of archives) {
    await deleteArchiveRows(database, organizationId, id);
    await database.transaction(async (tx) => {
      const [deleted] = await tx.query<{ stored: boolean }>(
        'DELETE FROM archives WHERE organization_id = $1 AND id = $2 RETURNING purged_at IS NULL AS stored',
        [organizationId, id],
      );
      if (deleted?.stored === true) await purgeFilesLater(queue, tx, [id]);
    });
  }
  const ofDataset = 'u.organization_id = $1 AND u.dataset_id = $2';
  for (let deleted = 1; deleted > 0;) {
    deleted = await database.transaction((tx) =>
      deleteUploads(queue, tx, ofDataset, [organizationId, datasetId]),
    );
  }
  const folders = { table: 'folders', order: 'path', of: 'dataset_id' } as const;
  await deleteRows(database, folders, organizationId, datasetId);
  await deleteMoves(database, { organizationId, datasetId });
  // As the owner of the tables: to the organization, the dataset is invisible already.
  await database.transaction(async (tx) => {
    await tx.query(
      'DELETE FROM datasets WHERE organization_id = $1 AND id = $2 AND removed_at IS NOT NULL',
      [organizationId, datasetId],
    );
    await purgeOriginalsLater(queue, tx, organizationId);
  });
}

/** True for an organization that was deleted and has no members. The mark is never removed. */
const IS_DELETED = `deleted_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM memberships m WHERE m.organization_id = organizations.id)`;

/**
 * Deletes an organization that a user deleted, with all of its datasets. Of any other organization it
 * deletes nothing, whatever the job says.
 */
export async function deleteOrganizationRows(
  deletion: OrganizationDeletion,
  organizationId: string,
): Promise<void> {
  const { database, queue, log } = deletion;
  const [found] = await database.query<{ deleted: boolean }>(
    `SELECT ${IS_DELETED} AS deleted FROM organizations WHERE id = $1`,
    [organizationId],
  );
  if (found?.deleted !== true) {
    // An absent one was deleted by an earlier run of the same job.
    if (found !== undefined)
      log.warn('organization was not deleted', { organization_id: organizationId });
    return;
  }
  const datasets = await database.query<{ id: string }>(
    'SELECT id FROM datasets WHERE organization_id = $1',
    [organizationId],
  );
  for (const { id: datasetId } of datasets) {
    await database.tenant(organizationId, (tx) =>
      tx.query('SELECT remove_dataset($1)', [datasetId]),
    );
    await deleteDatasetRows(deletion, { organizationId, datasetId });
  }
  for (let deleted = 1; deleted > 0;) {
    ({ length: deleted } = await database.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries WHERE organization_id = $1 LIMIT 1000) RETURNING id`,
      [organizationId],
    ));
  }
  await database.transaction(async (tx) => {
    const files = await tx.query<{ key: string }>(
      'SELECT key FROM original_files WHERE organization_id = $1',
      [organizationId],
    );
    const gone = await tx.query(
      `DELETE FROM organizations WHERE id = $1 AND ${IS_DELETED} RETURNING id`,
      [organizationId],
    );
    if (gone.length === 0) return;
    await purgeFilesLater(
      queue,
      tx,
      files.map(({ key }) => key),
    );
  });
}

async function deleteNextDocuments(
  tx: Queryable,
  { organizationId, datasetId }: DeletedDataset,
  after: string,
  size: number,
): Promise<string | undefined> {
  const rows = await tx.query<{ id: string; path: string }>(
    `SELECT id, path FROM documents
     WHERE organization_id = $1 AND dataset_id = $2 AND path > $3 ORDER BY path LIMIT $4`,
    [organizationId, datasetId, after, size],
  );
  const ids = rows.map(({ id }) => id);
  await lockDocuments(tx, organizationId, ids);
  await deleteDocuments(tx, organizationId, ids);
  return rows.at(-1)?.path;
}
