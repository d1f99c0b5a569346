import {
  type DocumentStatus,
  IN_PROGRESS_STATUSES,
  type ReprocessResult,
} from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { requestUnpacking } from '../unpack/request-unpacking.ts';
import { lockDocuments } from '../../rows/lock-documents.ts';
import { BYTES_KEY } from '../../rows/bytes-key.ts';
import { retryDocuments } from '../process/retry-documents.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';
import { requestJob } from '../../rows/request-job.ts';

interface Row {
  id: string;
  status: DocumentStatus;
  /** Whether there is anything to read it from. */
  readable: boolean;
  /** It waits for that already. */
  again: boolean;
}

interface Request {
  organizationId: string;
  datasetId: string;
  documentIds: readonly string[];
}

/**
 * Has documents processed again, once `tx` is committed. Those that are searched stay so meanwhile; those that
 * failed before they had chunks are retried.
 */
export async function requestReprocessing(
  tx: Queryable,
  queue: Queue,
  { organizationId, datasetId, documentIds }: Request,
): Promise<ReprocessResult> {
  await lockDocuments(tx, organizationId, documentIds);
  const read = await tx.query<{ id: string }>(
    `SELECT document_id AS id FROM document_blocks
     WHERE organization_id = $1 AND document_id = ANY ($2::uuid[])
     UNION ALL SELECT document_id FROM chunks
     WHERE organization_id = $1 AND document_id = ANY ($2::uuid[]) AND number = 0 AND document_text IS NOT NULL`,
    [organizationId, documentIds],
  );
  const rows = await tx.query<Row>(
    `SELECT d.id, d.status, ${BYTES_KEY} IS NOT NULL OR d.id = ANY ($4::uuid[]) AS readable,
       d.reprocessing AS again
     FROM documents d
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = ANY ($3::uuid[])`,
    [organizationId, datasetId, documentIds, read.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const skipped: ReprocessResult['skipped'] = [];
  const failed: string[] = [];
  const searched: string[] = [];
  for (const id of documentIds) {
    const row = found.get(id);
    const reason = obstacleOf(row);
    if (reason !== undefined) skipped.push({ id, reason });
    else if (row?.status === 'embedded' || row?.status === 'embedding_error') searched.push(id);
    else failed.push(id);
  }
  const added = rows.filter(({ id, again }) => !again && searched.includes(id)).length;
  const isFirst = added > 0 && !(await isReprocessing(tx, organizationId, datasetId));
  await tx.query(
    `${updateUncounted('reprocessing = true, turn = NULL')}
     WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [organizationId, searched],
  );
  await requestUnpacking(tx, queue, organizationId, searched);
  if (searched.length > 0) await requestJob(queue, organizationId, 'reprocess', tx);
  const retried =
    failed.length === 0
      ? { retried: 0, skipped: [] }
      : await retryDocuments(tx, queue, { organizationId, datasetId, documentIds: failed });
  if (added > 0) {
    // Last: others wait for this row.
    await tx.query(
      `UPDATE dataset_counts SET reprocessing_total = $3 + CASE WHEN $4 THEN 0 ELSE reprocessing_total END
       WHERE organization_id = $1 AND dataset_id = $2`,
      [organizationId, datasetId, added, isFirst],
    );
  }
  return {
    reprocessed: searched.length + retried.retried,
    skipped: [...skipped, ...retried.skipped],
  };
}

async function isReprocessing(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM documents
       WHERE organization_id = $1 AND dataset_id = $2 AND reprocessing) AS found`,
    [organizationId, datasetId],
  );
  return row?.found === true;
}

const IN_PROGRESS: ReadonlySet<string> = new Set(IN_PROGRESS_STATUSES);

/** The reason why a document cannot be processed again, in a sentence; undefined where it can. */
function obstacleOf(row: Row | undefined): string | undefined {
  if (row === undefined) return 'This document was not found.';
  if (IN_PROGRESS.has(row.status)) return 'This document is being processed.';
  return row.readable ? undefined : 'The bytes of this file are gone. Upload it again.';
}
