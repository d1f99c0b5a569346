import type { Queue } from '../../../platform/queue.ts';
import type { Log } from '../../../platform/log.ts';
import type { CompactionScheduler } from '../../context/pipeline-context.ts';
import { findDuplicatesJob } from '../duplicates/find-duplicates-job.ts';
import { compactIndexJob } from './compact-index-job.ts';

const DELAY_MILLISECONDS = 1000;

/** Sends one job of each kind for the many documents of a dataset that are processed at the same time. */
export function createCompactionScheduler(queue: Queue, log: Log): CompactionScheduler {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    schedule: (organizationId, datasetId) => {
      if (timers.has(datasetId)) return;
      const send = () => {
        timers.delete(datasetId);
        compactIndexJob.send(queue, { organizationId, datasetId }).catch((error: unknown) => {
          log.error('fold index', error);
        });
        findDuplicatesJob.send(queue, { organizationId }).catch((error: unknown) => {
          log.error('find duplicates', error);
        });
      };
      timers.set(datasetId, setTimeout(send, DELAY_MILLISECONDS).unref());
    },
    close: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
