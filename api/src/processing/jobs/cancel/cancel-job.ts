import { RESUMES_AT } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { defineJob, type Run } from '../../../jobs/job.ts';
import { recordDocumentEvents } from '../../../platform/webhook-events/recorded-events.ts';
import { finalizeArchives } from '../purge/finalize-archives.ts';
import { inBatches } from '../../rows/in-batches.ts';
import { isInProgress } from '../../rows/is-in-progress.ts';
import {
  RUN_MILLISECONDS,
  type PipelineContext,
  type PipelineJobContext,
} from '../../context/pipeline-context.ts';
import {
  changedDocuments,
  heldDocuments,
  updateUncounted,
} from '../../rows/document-writes/write-documents.ts';
import { queueOf, requestJob } from '../../rows/request-job.ts';

/** The error of an archive that a person cancelled. */
export const ARCHIVE_CANCELLED = 'Cancelled.';
const UNPACKING_CANCELLED = 'Cancelled. Process it again to read what is inside.';
const DOCUMENT_CANCELLED = 'Cancelled. Retry to process it.';

/** An archive that is being cancelled has both times; see the migration. */
export const IS_CANCELLING = 'a.cancelled_at IS NOT NULL AND a.paused_at IS NOT NULL';
/** A merge that is in progress ends by itself: it refuses its next step. */
const IS_MERGED = `a.status <> 'pending'`;

const BATCHES = { first: 100, most: 500 } as const;

type Cancelling = Pick<PipelineContext, 'database' | 'storage' | 'queue'>;

/** Ends the archives that people cancelled: their documents in progress fail, and can be retried. */
export const cancelJob = defineJob({
  name: queueOf('cancel'),
  slots: { perProcess: 1, perOrganization: 1 },
  due: ({ pipeline }: PipelineJobContext) => resumeCancelling(pipeline),
  handle: ({ pipeline }: PipelineJobContext, _, run) => cancelNext(pipeline, run),
});

/** Requests a run for each organization whose archives are being cancelled, as after a crash. */
export async function resumeCancelling({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const waiting = await database.query<{ id: string }>(
    `SELECT DISTINCT a.organization_id AS id FROM archives a WHERE ${IS_CANCELLING} AND ${IS_MERGED}`,
  );
  for (const { id } of waiting) await requestJob(queue, id, 'cancel');
}

/** Goes on with the organization's archive that was cancelled first. Can be interrupted at any point. */
export async function cancelNext(
  { database, storage, queue }: Cancelling,
  run: Run,
): Promise<void> {
  const { organizationId } = run;
  const transaction = <T>(work: (tx: Queryable) => Promise<T>) =>
    database.tenant(organizationId, work);
  const [archive] = await transaction((tx) =>
    tx.query<{ id: string; datasetId: string }>(
      `SELECT a.id, a.dataset_id AS "datasetId" FROM archives a
       JOIN datasets s ON s.organization_id = $1 AND s.id = a.dataset_id
       WHERE a.organization_id = $1 AND ${IS_CANCELLING} AND ${IS_MERGED}
       ORDER BY a.cancelled_at LIMIT 1`,
      [organizationId],
    ),
  );
  if (archive === undefined) return;
  const until = performance.now() + RUN_MILLISECONDS;
  let isLeft = false;
  await inBatches(BATCHES, '', transaction, async (tx, after, size) => {
    isLeft = (await cancelDocuments(tx, organizationId, archive, size)) > 0;
    return isLeft && performance.now() < until ? after : undefined;
  });
  if (!isLeft) {
    await inBatches(BATCHES, '', transaction, (tx, after, size) =>
      leaveUnpacked(tx, organizationId, archive.id, { after, size }),
    );
  }
  await transaction(async (tx) => {
    if (!isLeft) await end(tx, organizationId, archive.id);
    // Another archive may have been cancelled as well.
    await run.again(tx);
  });
  if (!isLeft) await finalizeArchives({ database, storage, queue }, organizationId, [archive.id]);
}

const cases = (result: (failed: string) => string) =>
  `CASE d.status ${Object.entries(RESUMES_AT)
    .map(([failed, from]) => `WHEN '${from}' THEN '${result(failed)}'`)
    .join(' ')} END`;

const STAGES: Readonly<Record<string, string>> = {
  partitioning_error: 'partition',
  chunking_error: 'chunk',
  embedding_error: 'embed',
};

/** Returns how many documents were in progress. Those that are being processed do too: their workers lose them. */
async function cancelDocuments(
  tx: Queryable,
  organizationId: string,
  { id, datasetId }: { id: string; datasetId: string },
  size: number,
): Promise<number> {
  const [found] = await tx.query<{ count: number }>(
    `WITH picked AS MATERIALIZED (
       SELECT d.id FROM documents d
       WHERE d.organization_id = $1 AND d.dataset_id = $2 AND ${isInProgress('d')}
         AND CASE WHEN d.archive_id IS NULL THEN d.dataset_id ELSE d.archive_id END = $3
       LIMIT $4
     ), ${heldDocuments('ARRAY(SELECT id FROM picked)')}, ${changedDocuments('cancelled', {
       set: `status = ${cases((failed) => failed)}, error = $5, attempt = NULL,
       updated_at = now(),
       history = with_entries(d.history, jsonb_build_array(jsonb_build_object(
         'stage', ${cases((failed) => STAGES[failed] ?? failed)}, 'at', history_time(),
         'attempt', d.attempts, 'error', $5::text)))`,
       where: `d.archive_id = $3 AND ${isInProgress('d')}`,
     })}, ${recordDocumentEvents('cancelled')}
     SELECT count(*) FROM picked`,
    [organizationId, datasetId, id, size, DOCUMENT_CANCELLED],
  );
  return found?.count ?? 0;
}

/** What is inside of its documents is not read. Returns the path of the last one of a batch. */
async function leaveUnpacked(
  tx: Queryable,
  organizationId: string,
  id: string,
  { after, size }: { after: string; size: number },
): Promise<string | undefined> {
  const [last] = await tx.query<{ path: string | null }>(
    `WITH held AS MATERIALIZED (
       SELECT id FROM documents WHERE organization_id = $1 AND id IN (
         SELECT id FROM documents WHERE organization_id = $1 AND archive_id = $2 AND to_unpack AND path > $3
         ORDER BY path LIMIT $4
       ) ORDER BY id FOR UPDATE
     ), left_out AS (
       ${updateUncounted(`to_unpack = false, history = with_entries(d.history, jsonb_build_array(
         jsonb_build_object('stage', 'unpack', 'at', history_time(), 'error', $5::text)))`)}
       FROM held WHERE d.organization_id = $1 AND d.id = held.id RETURNING d.path
     )
     SELECT max(path) AS path FROM left_out`,
    [organizationId, id, after, size, UNPACKING_CANCELLED],
  );
  return last?.path ?? undefined;
}

/** From here on, documents that are retried are processed. */
async function end(tx: Queryable, organizationId: string, id: string): Promise<void> {
  await tx.query(
    `UPDATE archives SET status = 'failed', error = $3, paused_at = NULL
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, id, ARCHIVE_CANCELLED],
  );
  // Those of what is inside of its documents are cancelled like it.
  await tx.query(
    `UPDATE archives SET cancelled_at = now(),
       paused_at = CASE WHEN status = 'pending' AND attempt IS NULL THEN NULL ELSE now() END,
       status = CASE WHEN status = 'pending' AND attempt IS NULL THEN 'failed' ELSE status END,
       error = CASE WHEN status = 'pending' AND attempt IS NULL THEN $3 END
     WHERE organization_id = $1 AND outer_id = $2 AND status IN ('pending', 'processing')`,
    [organizationId, id, ARCHIVE_CANCELLED],
  );
}
