import type { Queryable } from '../../platform/database/database.ts';
import type { Run } from '../../jobs/job.ts';
import type { Queue } from '../../platform/queue.ts';

/** Work at archives and documents, by organizations in rotation. What is to be done is in their rows. */
export type DocumentJob = 'ingest' | 'unpack' | 'process' | 'ocr' | 'reprocess' | 'cancel';

/** The queue of a job. It is stored in the database. */
export const queueOf = (job: DocumentJob): string => `${job}-turn`;

/** Requests a job of an organization: once `tx` is committed, or at once without one. */
export async function requestJob(
  queue: Queue,
  organizationId: string,
  job: DocumentJob,
  tx?: Queryable,
): Promise<void> {
  await queue.send(queueOf(job), {}, { owner: organizationId, ...(tx && { tx }) });
}

/** Requests the jobs of an organization whose documents in progress could not be taken, once `tx` is committed. */
export async function requestProcessing(
  queue: Queue,
  organizationId: string,
  tx: Queryable,
): Promise<void> {
  await requestJob(queue, organizationId, 'process', tx);
  await requestJob(queue, organizationId, 'ocr', tx);
}

/** Time until a run looks again for rows that were locked, in seconds. */
const LOCKED_SECONDS = 0.2;

/**
 * Requests the next run once this one has claimed something. A claim passes by rows that another transaction has
 * locked at the moment, and nobody else requests a run for them: where `waiting`, a statement, still finds any, the
 * next run follows soon.
 */
export async function requestNextRun(
  tx: Queryable,
  run: Run,
  hasClaimed: boolean,
  waiting: { sql: string; parameters: readonly unknown[] },
): Promise<void> {
  if (hasClaimed) await run.again(tx);
  else if ((await tx.query(waiting.sql, waiting.parameters)).length > 0) {
    await run.again(tx, LOCKED_SECONDS);
  }
}
