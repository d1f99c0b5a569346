import { archivesOf } from '../../archives/archive-repository.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { datasetsOf } from '../../datasets/dataset-repository.ts';
import type { Queue } from '../../jobs/queue.ts';
import { inBatches, type BatchBounds } from '../in-batches.ts';
import { emptyArchive, removeRows } from './empty-archive.ts';
import { lockDocuments } from '../lock-documents.ts';
import { pipelineJobs, type RemoveDatasetJob, type RemoveOrganizationJob } from '../queues.ts';

export interface Removal {
  database: Database;
  queue: Queue;
}

const STEPS: BatchBounds = { first: 50, most: 500 };
/**
 * Removes everything in a dataset that was hidden by `remove_dataset`, and then the dataset, in steps
 * that let requests have their turn in between. May be cut short at any moment, and repeated.
 */
export async function removeDataset(
  { database, queue }: Removal,
  { organizationId, datasetId }: RemoveDatasetJob,
): Promise<void> {
  const step = <T>(work: (tx: Queryable) => Promise<T>) => database.tenant(organizationId, work);
  const isVisible = await step((tx) => datasetsOf(tx, organizationId).exists(datasetId));
  if (isVisible) throw new Error('The dataset was not deleted');
  await inBatches(STEPS, '', step, (tx, after, size) =>
    removeDocuments({ tx, queue }, { organizationId, datasetId }, after, size),
  );
  const archives = await step((tx) =>
    tx.query<{ id: string }>(
      'SELECT id FROM archives WHERE organization_id = $1 AND dataset_id = $2',
      [organizationId, datasetId],
    ),
  );
  for (const { id } of archives) await emptyArchive(database, organizationId, id);
  const folders = { table: 'folders', order: 'path', of: 'dataset_id' } as const;
  await removeRows(database, folders, organizationId, datasetId);
  // As the owner of the tables: to the organization the dataset is gone already.
  await database.transaction(async (tx) => {
    const left = await archivesOf(tx, organizationId).stored(datasetId);
    await tx.query(
      'DELETE FROM datasets WHERE organization_id = $1 AND id = $2 AND removed_at IS NOT NULL',
      [organizationId, datasetId],
    );
    await pipelineJobs.removeFiles(queue, tx, left);
  });
}

/** Removes an organization that nobody belongs to any more, with all of its datasets. */
export async function removeOrganization(
  removal: Removal,
  { organizationId }: RemoveOrganizationJob,
): Promise<void> {
  const { database } = removal;
  const datasets = await database.query<{ id: string }>(
    'SELECT id FROM datasets WHERE organization_id = $1',
    [organizationId],
  );
  for (const { id: datasetId } of datasets) {
    await database.tenant(organizationId, (tx) =>
      tx.query('SELECT remove_dataset($1)', [datasetId]),
    );
    await removeDataset(removal, { organizationId, datasetId });
  }
  await database.query('DELETE FROM organizations WHERE id = $1', [organizationId]);
}

/** With the bytes that were kept of those that could not be read, up to this very moment. */
async function removeDocuments(
  { tx, queue }: { tx: Queryable; queue: Queue },
  { organizationId, datasetId }: RemoveDatasetJob,
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
  const removed = await tx.query<{ bytes_key: string | null }>(
    `DELETE FROM documents WHERE organization_id = $1 AND id = ANY ($2::uuid[]) RETURNING bytes_key`,
    [organizationId, ids],
  );
  const keys = removed.flatMap(({ bytes_key: key }) => key ?? []);
  await pipelineJobs.removeFiles(queue, tx, [...new Set(keys)]);
  return rows.at(-1)?.path;
}
