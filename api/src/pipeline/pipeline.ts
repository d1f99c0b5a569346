import { availableParallelism } from 'node:os';

import { openStorage, storageLocation } from '../storage/open-storage.ts';
import type { Dependencies } from '../dependencies.ts';
import { finalizeArchives } from './cleanup/finalize-archives.ts';
import { createEmbedder } from './embedding/embedder.ts';
import type { EmbeddingServiceSettings } from './embedding/embedding-service.ts';
import { ingestArchive } from './ingest/ingest-archive.ts';
import { processJob } from './process/process-job.ts';
import { workQueues } from './queues.ts';
import { removeDataset, removeOrganization } from './cleanup/remove-dataset.ts';
import { createTransitionWriter } from './process/transition-writer.ts';
import { sweepArchives, sweepDocuments, sweepFiles, vacuum } from './cleanup/sweep.ts';
import { createWorkerPool } from './workers/worker-pool.ts';

export interface PipelineOptions {
  /** How long a worker may take over one stage of one document. */
  stageTimeoutMilliseconds?: number;
  /** In place of the settings' service, as for shorter waits in a test. */
  embeddingService?: EmbeddingServiceSettings;
}

export interface Pipeline {
  /** Lets documents rest where they stand; call it before the queue is stopped. */
  rest(): void;
  /** Ends the workers; call it after the queue was stopped. */
  close(): void;
}

const HOUR = 60 * 60 * 1000;
const STAGE_TIMEOUT_MILLISECONDS = 60_000;

/** Starts what turns uploaded archives into documents and takes those to their ends. */
export async function startPipeline(
  { settings, queue, log, ...dependencies }: Dependencies,
  options: PipelineOptions = {},
): Promise<Pipeline> {
  // Whoever looks at the console waits for the database; documents need not.
  const database = dependencies.database.lowPriority;
  const parallelism = availableParallelism();
  const storage = await openStorage(storageLocation(settings));
  const readers = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 384,
    memoryMegabytes: 768,
  });
  const workers = createWorkerPool({
    size: parallelism,
    idleMilliseconds: 10_000,
    heapMegabytes: 512,
    memoryMegabytes: 1536,
  });
  let resting = false;
  const lifecycle = { database, storage };
  const embeddings = options.embeddingService ?? settings.embeddings;
  const processing = {
    ...lifecycle,
    workers,
    log,
    writer: createTransitionWriter(database),
    embed: createEmbedder(embeddings, workers),
    embedsLocally: embeddings === undefined,
    stageTimeoutMilliseconds: options.stageTimeoutMilliseconds ?? STAGE_TIMEOUT_MILLISECONDS,
    isStopping: () => resting,
  };

  const sweep = async (before: Date) => {
    try {
      const strays = await sweepFiles(database, storage, before);
      if (strays.length > 0) log.info('removed files without an archive', { count: strays.length });
      await sweepArchives(database, storage);
      await sweepDocuments(database, queue);
    } catch (error) {
      log.error('sweep', error);
    }
  };
  const tidy = async () => {
    await vacuum(database).catch((error: unknown) => {
      log.error('tidying tables', error);
    });
  };
  // Nobody else writes into the embedded database's storage, so whatever stands there without a row
  // belongs to nobody. Other instances may be receiving uploads right now.
  await sweep(new Date(Date.now() - (database.kind === 'embedded' ? 0 : HOUR)));
  const timer = setInterval(() => {
    void sweep(new Date(Date.now() - HOUR)).then(tidy);
  }, HOUR).unref();

  await workQueues(
    queue,
    {
      ingest: (job) =>
        ingestArchive({ ...lifecycle, queue, workers: readers, limits: settings, log }, job),
      process: (job) => processJob(processing, job),
      purge: ({ organizationId, archiveId }) =>
        finalizeArchives(lifecycle, organizationId, [archiveId]),
      removeFiles: async ({ archiveIds }) => {
        for (const id of archiveIds) await storage.remove(id);
      },
      removeDataset: (job) => removeDataset({ database, queue }, job),
      removeOrganization: (job) => removeOrganization({ database, queue }, job),
    },
    parallelism + 1,
  );
  return {
    rest: () => {
      resting = true;
      clearInterval(timer);
    },
    close: () => {
      readers.close();
      workers.close();
    },
  };
}
