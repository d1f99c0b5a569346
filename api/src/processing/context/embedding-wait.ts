import type { Queue } from '../../platform/queue.ts';
import { requestJob, type DocumentJob } from '../rows/request-job.ts';

/** Documents wait for what embeds them. Runs leave them out until then, so that others go on. */
export interface EmbeddingWait {
  isOn(): boolean;
  /** Seconds until a run looks again: what embeds may be back without a word. */
  readonly seconds: number;
  /** Nothing can be embedded; it is tried again at `nextTry`. */
  begin(nextTry: Date | undefined): void;
  /** Remembers that documents of an organization wait for a run of this job. */
  note(organizationId: string, job: DocumentJob): void;
  /** It is back: requests the runs that were noted. */
  end(): Promise<void>;
}

/** Organizations that are noted; others wait for the next look. */
const NOTED_MAX = 10_000;
const UNKNOWN_MILLISECONDS = 60_000;
/** A run comes after the probe that the same moment is for. */
const LATER_MILLISECONDS = 1000;

export function createEmbeddingWait(
  queue: Queue,
  onError: (error: unknown) => void,
): EmbeddingWait {
  const noted = new Map<string, { organizationId: string; job: DocumentJob }>();
  let until = -Infinity;

  return {
    isOn: () => performance.now() < until,
    get seconds() {
      return Math.max(1, (until - performance.now()) / 1000);
    },
    begin: (nextTry) => {
      const wait =
        nextTry === undefined ? UNKNOWN_MILLISECONDS : Math.max(0, nextTry.getTime() - Date.now());
      until = performance.now() + wait + LATER_MILLISECONDS;
    },
    note: (organizationId, job) => {
      if (noted.size < NOTED_MAX) noted.set(`${job} ${organizationId}`, { organizationId, job });
    },
    end: async () => {
      until = -Infinity;
      const waiting = [...noted.values()];
      noted.clear();
      try {
        for (const { organizationId, job } of waiting) await requestJob(queue, organizationId, job);
      } catch (error) {
        onError(error);
      }
    },
  };
}
