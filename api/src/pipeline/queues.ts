import type { Queryable } from '../database/database.ts';
import type { Queue, QueueDefinition } from '../jobs/queue.ts';

export interface IngestJob {
  organizationId: string;
  archiveId: string;
}

export interface ProcessJob {
  organizationId: string;
  documentIds: string[];
}

/** Files of archives whose rows are gone. */
export interface RemoveFilesJob {
  archiveIds: string[];
}

/** A dataset that nobody sees any more. */
export interface RemoveDatasetJob {
  organizationId: string;
  datasetId: string;
}

/** An organization that nobody belongs to any more. */
export interface RemoveOrganizationJob {
  organizationId: string;
}

/** Handlers end each document and archive themselves; the queue repeats what a crash cut short. */
const RETRIES = {
  retryLimit: 1000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 12 * 60 * 60,
};

const INGEST = 'ingest-archive';
const PROCESS = 'process-documents';
const PURGE = 'purge-archive';
const REMOVE_FILES = 'remove-archive-files';
const REMOVE_DATASET = 'remove-dataset';
const REMOVE_ORGANIZATION = 'remove-organization';

export const PIPELINE_QUEUES: readonly QueueDefinition[] = [
  { name: INGEST, ...RETRIES },
  { name: PROCESS, ...RETRIES },
  { name: PURGE, ...RETRIES },
  { name: REMOVE_FILES, ...RETRIES },
  { name: REMOVE_DATASET, ...RETRIES },
  { name: REMOVE_ORGANIZATION, ...RETRIES },
];

/** Documents in one job: enough to make the job's own cost small, few enough to share among workers. */
const DOCUMENTS_A_JOB = 50;

/** Each is sent with `tx` and becomes visible when that is committed. */
export const pipelineJobs = {
  ingest: (queue: Queue, tx: Queryable, job: IngestJob) => queue.send(INGEST, job, { tx }),

  /** For an archive whose turn has not come. */
  ingestLater: (queue: Queue, job: IngestJob) => queue.send(INGEST, job, { startAfterSeconds: 1 }),

  process: async (
    queue: Queue,
    tx: Queryable,
    organizationId: string,
    documentIds: readonly string[],
  ) => {
    const jobs: ProcessJob[] = [];
    for (let at = 0; at < documentIds.length; at += DOCUMENTS_A_JOB) {
      jobs.push({ organizationId, documentIds: documentIds.slice(at, at + DOCUMENTS_A_JOB) });
    }
    for (let at = 0; at < jobs.length; at += 1000) {
      await queue.sendMany(PROCESS, jobs.slice(at, at + 1000), { tx });
    }
  },

  purge: (queue: Queue, tx: Queryable, job: IngestJob) => queue.send(PURGE, job, { tx }),

  removeFiles: async (queue: Queue, tx: Queryable, archiveIds: readonly string[]) => {
    if (archiveIds.length > 0) await queue.send(REMOVE_FILES, { archiveIds }, { tx });
  },

  removeDataset: (queue: Queue, tx: Queryable, job: RemoveDatasetJob) =>
    queue.send(REMOVE_DATASET, job, { tx }),

  removeOrganization: (queue: Queue, tx: Queryable, job: RemoveOrganizationJob) =>
    queue.send(REMOVE_ORGANIZATION, job, { tx }),
};

export interface PipelineHandlers {
  ingest: (job: IngestJob) => Promise<void>;
  process: (job: ProcessJob) => Promise<void>;
  purge: (job: IngestJob) => Promise<void>;
  removeFiles: (job: RemoveFilesJob) => Promise<void>;
  removeDataset: (job: RemoveDatasetJob) => Promise<void>;
  removeOrganization: (job: RemoveOrganizationJob) => Promise<void>;
}

/** Takes up the work. `processors` jobs of documents are in hand at once. */
export async function workQueues(
  queue: Queue,
  handlers: PipelineHandlers,
  processors: number,
): Promise<void> {
  // One archive after the other: a later one of the same dataset must win.
  await queue.work<IngestJob>(INGEST, atOnce(1), eachOf(handlers.ingest));
  await queue.work<ProcessJob>(PROCESS, atOnce(processors), eachOf(handlers.process));
  await queue.work<IngestJob>(PURGE, atOnce(1), eachOf(handlers.purge));
  await queue.work<RemoveFilesJob>(REMOVE_FILES, atOnce(1), eachOf(handlers.removeFiles));
  await queue.work<RemoveDatasetJob>(REMOVE_DATASET, atOnce(1), eachOf(handlers.removeDataset));
  await queue.work<RemoveOrganizationJob>(
    REMOVE_ORGANIZATION,
    atOnce(1),
    eachOf(handlers.removeOrganization),
  );
}

/** A worker that got a job asks for the next one at once rather than at its next poll. */
function atOnce(localConcurrency: number) {
  return { batchSize: 1, burstWhenBatchFull: true, localConcurrency };
}

function eachOf<Data>(handle: (data: Data) => Promise<void>) {
  return async (jobs: readonly { data: Data }[]) => {
    for (const { data } of jobs) await handle(data);
  };
}
