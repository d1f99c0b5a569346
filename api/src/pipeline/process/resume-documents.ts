import { IN_WORK_STATUSES } from '@carrel/shared/contract';

import { lockDocuments } from '../lock-documents.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { sendDocuments } from './process-job.ts';

/**
 * Sends new jobs for documents whose stage has not changed for a day. Harmless where a job still exists:
 * only one of the two can claim a document.
 */
export async function resumeDocuments({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const stuck = await database.query<{ organization_id: string; ids: string[] }>(
    `SELECT organization_id, array_agg(id) AS ids FROM documents
     WHERE status = ANY ($1::text[]) AND updated_at < now() - interval '1 day'
     GROUP BY organization_id`,
    [IN_WORK_STATUSES],
  );
  for (const { organization_id: organizationId, ids } of stuck) {
    await database.tenant(organizationId, async (tx) => {
      await lockDocuments(tx, organizationId, ids);
      await tx.query(
        'UPDATE documents SET updated_at = now() WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
        [organizationId, ids],
      );
      await sendDocuments(queue, tx, organizationId, ids);
    });
  }
}
