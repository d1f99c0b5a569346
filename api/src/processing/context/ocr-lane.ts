import type { ClaimedDocument } from '../rows/claimed-document.ts';
import type { ReadDocument } from '../../extraction/tasks/tasks.ts';
import type { WorkerPool } from '../../extraction/workers/worker-pool.ts';

/** What reads scans and images, beside the workers of other stages. */
export interface OcrLane {
  languages: readonly string[];
  workers: WorkerPool;
  /** Takes over a document, with the text that its file has, unless another worker has it by now. */
  take(document: ClaimedDocument, read: ReadDocument): Promise<void>;
}
