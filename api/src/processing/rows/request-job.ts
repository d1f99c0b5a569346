import type { Queryable } from '../../platform/database/database.ts';
import type { Queue } from '../../platform/queue.ts';

/** Work at archives and documents, at which organizations are served one after the other. What is to be done is in their rows. */
export type DocumentJob = 'ingest' | 'unpack' | 'process' | 'ocr' | 'reprocess' | 'cancel';

/** The queue of a job. It is stored in the database. */
export const queueOf = (job: DocumentJob): string => `${job}-turn`;

/** Asks for a job of an organization: once `tx` is committed, or at once without one. */
export async function requestJob(
  queue: Queue,
  organizationId: string,
  job: DocumentJob,
  tx?: Queryable,
): Promise<void> {
  await queue.send(queueOf(job), {}, { owner: organizationId, ...(tx && { tx }) });
}

/** Asks for the jobs of an organization whose documents in work could not be taken, once `tx` is committed. */
export async function requestProcessing(
  queue: Queue,
  organizationId: string,
  tx: Queryable,
): Promise<void> {
  await requestJob(queue, organizationId, 'process', tx);
  await requestJob(queue, organizationId, 'ocr', tx);
}
