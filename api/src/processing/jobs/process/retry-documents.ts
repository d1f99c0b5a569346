import { RESUMES_AT, type DocumentStatus, type RetryResult } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { requestUnpacking } from '../unpack/request-unpacking.ts';
import { lockDocuments } from '../../rows/lock-documents.ts';
import { BYTES_KEY } from '../../rows/bytes-key.ts';
import { changedDocuments, heldDocuments } from '../../rows/document-writes/write-documents.ts';
import { requestJob } from '../../rows/request-job.ts';

/** Documents that one transaction retries. */
export const RETRIES_AT_ONCE = 1000;

interface Row {
  id: string;
  status: DocumentStatus;
  /** Whether the zip's entry could be read. */
  readable: boolean;
  has_bytes: boolean;
}

interface Retry {
  organizationId: string;
  datasetId: string;
  documentIds: readonly string[];
}

/** Retries failed documents, each from the stage that it failed in, once `tx` is committed. */
export async function retryDocuments(
  tx: Queryable,
  queue: Queue,
  { organizationId, datasetId, documentIds }: Retry,
): Promise<RetryResult> {
  const place = [organizationId, datasetId, documentIds];
  // An archive that these documents need is not purged meanwhile.
  await tx.query(
    `SELECT id FROM archives WHERE organization_id = $1 AND id IN (
       SELECT archive_id FROM documents
       WHERE organization_id = $1 AND dataset_id = $2 AND id = ANY ($3::uuid[])
     ) ORDER BY id FOR SHARE`,
    place,
  );
  await lockDocuments(tx, organizationId, documentIds);
  const rows = await tx.query<Row>(
    `SELECT d.id, d.status, d.data_offset IS NOT NULL AS readable,
       ${BYTES_KEY} IS NOT NULL AS has_bytes
     FROM documents d
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = ANY ($3::uuid[])`,
    place,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const skipped: RetryResult['skipped'] = [];
  const ids: string[] = [];
  for (const id of documentIds) {
    const reason = obstacleOf(found.get(id));
    if (reason === undefined) ids.push(id);
    else skipped.push({ id, reason });
  }
  await resume(tx, organizationId, ids);
  await requestUnpacking(tx, queue, organizationId, ids);
  if (ids.length > 0) await requestJob(queue, organizationId, 'process', tx);
  return { retried: ids.length, skipped };
}

/** The reason why a document cannot be retried, in a sentence; undefined where it can. */
function obstacleOf(row: Row | undefined): string | undefined {
  if (row === undefined) return 'This document was not found.';
  if (!(row.status in RESUMES_AT)) return 'This document has not failed.';
  if (row.status !== 'partitioning_error') return undefined;
  if (!row.readable) {
    return 'The archive itself is at fault for this file. Pack it again and upload it.';
  }
  return row.has_bytes ? undefined : 'The bytes of this file are gone. Upload it again.';
}

async function resume(
  tx: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const cases = Object.entries(RESUMES_AT).map(([from, to]) => `WHEN '${from}' THEN '${to}'`);
  await tx.query(
    `WITH ${heldDocuments('$2')}, ${changedDocuments('retried', {
      set: `status = CASE d.status ${cases.join(' ')} ELSE d.status END,
         error = NULL, attempt = NULL, ocr_left = 0, updated_at = now(), history = with_entries(d.history,
           jsonb_build_array(jsonb_build_object('stage', 'retry', 'at', history_time())))`,
    })} SELECT count(*) FROM retried`,
    [organizationId, ids],
  );
}
