import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { BYTES_KEY } from '../../rows/bytes-key.ts';
import { mayContain } from '../../rows/container.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';
import { requestJob } from '../../rows/request-job.ts';

/** Has what is inside of those of these documents that may contain others read again, once `tx` is committed. */
export async function requestUnpacking(
  tx: Queryable,
  queue: Queue,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  const requested = await tx.query(
    `${updateUncounted('to_unpack = true')}
     WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND NOT d.to_unpack
       AND ${mayContain('d')} AND ${BYTES_KEY} IS NOT NULL RETURNING d.id`,
    [organizationId, documentIds],
  );
  if (requested.length > 0) await requestJob(queue, organizationId, 'unpack', tx);
}
