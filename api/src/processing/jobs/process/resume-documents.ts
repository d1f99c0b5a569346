import { isInProgress } from '../../rows/is-in-progress.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';
import { requestJob } from '../../rows/request-job.ts';

/**
 * Requests a run for each organization that has documents in progress, as after a crash. Those whose stage has
 * not changed for a day are taken from whatever claimed them.
 */
export async function resumeDocuments({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  await database.query(
    `WITH held AS MATERIALIZED (
       SELECT d.organization_id, d.id FROM documents d
       WHERE ${isInProgress('d')} AND d.attempt IS NOT NULL AND d.updated_at < now() - interval '1 day'
       ORDER BY d.id FOR UPDATE
     )
     ${updateUncounted('attempt = NULL')} FROM held
     WHERE d.organization_id = held.organization_id AND d.id = held.id`,
  );
  const waiting = await database.query<{ id: string }>(
    `SELECT id FROM organizations o
     WHERE EXISTS (SELECT FROM documents d WHERE d.organization_id = o.id AND ${isInProgress('d')})`,
  );
  for (const { id } of waiting) await requestJob(queue, id, 'process');
}
