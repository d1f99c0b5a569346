import type { PipelineContext } from '../pipeline-context.ts';
import { deleteDatasetJob } from './delete-dataset-job.ts';
import { deleteOrganizationJob } from './delete-organization-job.ts';
import { finalizeArchives } from './finalize-archives.ts';

/** Finalizes archives that a process left open when it died after their last document. */
export async function cleanUpArchives({
  database,
  storage,
  queue,
}: Pick<PipelineContext, 'database' | 'storage' | 'queue'>): Promise<void> {
  const open = await database.query<{ organization_id: string; ids: string[] }>(
    `SELECT organization_id, array_agg(id) AS ids FROM archives
     WHERE status = 'processing' OR removed_at IS NOT NULL
       OR (status IN ('completed', 'failed') AND purge_on_completion AND purged_at IS NULL)
     GROUP BY organization_id`,
  );
  for (const { organization_id: organizationId, ids } of open) {
    await finalizeArchives({ database, storage, queue }, organizationId, ids);
  }
}

/** Sends the jobs of datasets and organizations that were deleted and still have rows. */
export async function resumeDeleting({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const datasets = await database.query<{ organizationId: string; datasetId: string }>(
    `SELECT organization_id AS "organizationId", id AS "datasetId" FROM datasets WHERE removed_at IS NOT NULL`,
  );
  for (const dataset of datasets) await deleteDatasetJob.send(queue, dataset);
  const organizations = await database.query<{ organizationId: string }>(
    `SELECT id AS "organizationId" FROM organizations WHERE deleted_at IS NOT NULL`,
  );
  for (const organization of organizations) await deleteOrganizationJob.send(queue, organization);
}
