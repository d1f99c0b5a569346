import type { Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { ARCHIVE_CANCELLED } from '../../../processing/jobs/cancel/cancel-job.ts';
import { purgeArchiveJob } from '../../../processing/jobs/purge/purge-archive-job.ts';
import { lockDataset } from '../../../processing/rows/lock-documents.ts';
import { requestJob, requestProcessing } from '../../../processing/rows/request-job.ts';

/** What a person can do with an archive that waits or is processed. */
export const ARCHIVE_CONTROLS = ['pause', 'resume', 'cancel'] as const;

export type ArchiveControl = (typeof ARCHIVE_CONTROLS)[number];

/**
 * `unchanged`: it is paused, goes on or is cancelled already. `ended`: it is completed, failed or only stored.
 * `cancelling`: it cannot be paused or resumed any more.
 */
export type ControlOutcome = 'done' | 'unchanged' | 'missing' | 'ended' | 'cancelling';

interface Place {
  organizationId: string;
  datasetId: string;
  archiveId: string;
}

interface Row {
  status: string;
  is_paused: boolean;
  is_cancelled: boolean;
  /** Its files are being made documents, or were. */
  has_begun: boolean;
}

/** Pauses, resumes or cancels an archive, once `tx` is committed. */
export async function controlArchive(
  tx: Queryable,
  queue: Queue,
  place: Place,
  control: ArchiveControl,
): Promise<ControlOutcome> {
  const { organizationId, datasetId, archiveId } = place;
  // In the order in which a merge locks them.
  await lockDataset(tx, organizationId, datasetId);
  const [archive] = await tx.query<Row>(
    `SELECT status, paused_at IS NOT NULL AS is_paused, cancelled_at IS NOT NULL AS is_cancelled,
       status <> 'pending' OR attempt IS NOT NULL AS has_begun
     FROM archives
     WHERE organization_id = $1 AND dataset_id = $2 AND id = $3 AND removed_at IS NULL
     FOR NO KEY UPDATE`,
    [organizationId, datasetId, archiveId],
  );
  if (archive === undefined) return 'missing';
  if (archive.status !== 'pending' && archive.status !== 'processing') return 'ended';
  if (archive.is_cancelled) return control === 'cancel' ? 'unchanged' : 'cancelling';
  if (control !== 'cancel' && archive.is_paused === (control === 'pause')) return 'unchanged';
  if (control === 'pause') await pause(tx, queue, place);
  else if (control === 'resume') await resume(tx, queue, place, archive);
  else await cancel(tx, queue, place, archive);
  return 'done';
}

async function pause(tx: Queryable, queue: Queue, place: Place): Promise<void> {
  await update(tx, place, 'paused_at = now()');
  // Later archives of its dataset may have waited for it.
  await requestJob(queue, place.organizationId, 'ingest', tx);
}

/** One that was not merged yet is merged after all others of its dataset, which may have overtaken it. */
async function resume(
  tx: Queryable,
  queue: Queue,
  place: Place,
  { has_begun: hasBegun }: Row,
): Promise<void> {
  await update(tx, place, hasBegun ? 'paused_at = NULL' : 'paused_at = NULL, number = DEFAULT');
  await requestJob(queue, place.organizationId, 'ingest', tx);
  await requestProcessing(queue, place.organizationId, tx);
}

async function cancel(
  tx: Queryable,
  queue: Queue,
  place: Place,
  { has_begun: hasBegun }: Row,
): Promise<void> {
  const { organizationId, archiveId } = place;
  if (hasBegun) {
    await update(tx, place, 'cancelled_at = now(), paused_at = coalesce(paused_at, now())');
    await requestJob(queue, organizationId, 'cancel', tx);
    return;
  }
  await update(
    tx,
    place,
    `cancelled_at = now(), paused_at = NULL, status = 'failed', error = '${ARCHIVE_CANCELLED}'`,
  );
  await purgeArchiveJob.send(queue, { organizationId, archiveId }, { tx });
  await requestJob(queue, organizationId, 'ingest', tx);
}

async function update(
  tx: Queryable,
  { organizationId, archiveId }: Place,
  changes: string,
): Promise<void> {
  await tx.query(`UPDATE archives SET ${changes} WHERE organization_id = $1 AND id = $2`, [
    organizationId,
    archiveId,
  ]);
}
