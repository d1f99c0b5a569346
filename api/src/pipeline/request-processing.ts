import type { Queryable } from '../database/database.ts';
import type { Queue } from '../queue.ts';
import { ocrTurns } from './ocr/lane/ocr-turns.ts';
import { processTurns } from './process/process-turns.ts';

/** Asks for turns of an organization whose documents in work could not be taken, once `tx` is committed. */
export async function requestProcessing(
  queue: Queue,
  organizationId: string,
  tx: Queryable,
): Promise<void> {
  await processTurns.request(queue, organizationId, tx);
  await ocrTurns.request(queue, organizationId, tx);
}
