import { createHash, randomUUID } from 'node:crypto';

import { auditOf } from '../../../platform/access/audit.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { notFound } from '../../../platform/http/problems.ts';
import type { Queue } from '../../../platform/queue.ts';
import type { ArchiveWrites } from '../../../processing/rows/write-condition.ts';
import { archivesOf } from '../archive-repository.ts';
import { requestJob } from '../../../processing/rows/request-job.ts';

const OF_NOTHING = createHash('sha256').digest('hex');

/** Options of the archives that writes by path are. */
export const WRITE_OPTIONS = {
  sync: true,
  delete_orphans: false,
  purge_on_completion: true,
} as const;

/**
 * Has documents deleted after all that was written before, by an archive without bytes, and returns its id.
 * @throws {Problem} 404 for a dataset that is gone.
 */
export function recordRemovals(
  c: ApiContext,
  queue: Queue,
  datasetId: string,
  writes: ArchiveWrites,
): Promise<string> {
  const { id: organizationId } = c.get('organization');
  return c.var.tenant(async (tx) => {
    const id = randomUUID();
    const archive = {
      id,
      datasetId,
      name: '',
      size: 0,
      sha256: OF_NOTHING,
      ...WRITE_OPTIONS,
      writes,
    };
    if (!(await archivesOf(tx, organizationId).create(archive))) throw notFound('dataset');
    await auditRemovals(c, tx, datasetId, writes.removes);
    await requestJob(queue, organizationId, 'ingest', tx);
    return id;
  });
}

export function auditRemovals(
  c: ApiContext,
  tx: Queryable,
  datasetId: string,
  removes: readonly string[],
): Promise<void> {
  return auditOf(c, tx, 'documents.deleted', ['dataset', datasetId], {
    documents: String(removes.length),
  });
}
