import {
  taskLimits,
  type DocumentAllowance,
} from '../../../extraction/workers/document-allowance.ts';
import type { WorkerPool } from '../../../extraction/workers/worker-pool.ts';
import {
  TaskAborted,
  TooMuchMemory,
  TooSlow,
  WorkerFailure,
} from '../../../platform/workers/worker-failure.ts';
import { SourceError } from '../source-error.ts';
import type { ReadWebPage } from '../source-kind.ts';

/** Reads web pages in the workers that read documents. */
export interface PageWorkers {
  workers: Pick<WorkerPool, 'run'>;
  allowance: DocumentAllowance;
}

/** Returns the reader of pages of one source, which shares what its organization has of the workers. */
export function createPageReader(
  { workers, allowance }: PageWorkers,
  { organizationId, sourceId }: { organizationId: string; sourceId: string },
  signal: AbortSignal,
): ReadWebPage {
  const owner = { id: organizationId, caller: sourceId };
  return async (input) => {
    const options = { ...taskLimits(allowance, input.bytes.length), owner, signal };
    const read = () => workers.run('readWebPage', input, options);
    try {
      const page = await read().catch((error: unknown) => {
        if (isOfPage(error) || !(error instanceof WorkerFailure)) throw error;
        // The worker was stopped from outside.
        return read();
      });
      return page === undefined ? { kind: 'none' } : { kind: 'page', page };
    } catch (error) {
      if (isOfPage(error)) return { kind: 'unreadable' };
      const isLost = error instanceof WorkerFailure || error instanceof TaskAborted;
      throw isLost ? new SourceError('server', { cause: error }) : error;
    }
  };
}

const isOfPage = (error: unknown): boolean =>
  error instanceof TooSlow || error instanceof TooMuchMemory;
