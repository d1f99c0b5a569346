import { availableParallelism } from 'node:os';

import type { Dependencies } from '../platform/dependencies.ts';
import { isOnlyProcess } from '../platform/database/is-only-process.ts';
import { openStorage, storageLocation } from '../platform/storage/open-storage.ts';
import { embeddingsOf, openServiceEmbeddings, type ServiceSettings } from '../models/embeddings.ts';
import { sendOutdatedDatasets } from './jobs/model-change/embed-dataset-job.ts';
import { createCompactionScheduler } from './jobs/indexing/compaction-scheduler.ts';
import { createOcrLane } from './jobs/ocr/create-ocr-lane.ts';
import type { PipelineContext, PipelineJobContext } from './context/pipeline-context.ts';
import { READ_AT_ONCE } from './jobs/merge/ingest-job.ts';
import { createEmbeddingWait } from './context/embedding-wait.ts';
import { countProcessed } from './context/processed-counts.ts';
import { createStageWatch } from './context/stage-watch.ts';
import { createArchivesInProgress } from './context/archives-in-progress.ts';
import { createLargeSlots } from './context/large-documents.ts';
import { createRotation } from './rows/rotation.ts';
import { createTransitionWriter } from './rows/transitions/transition-writer.ts';
import type { ChunkTokens } from '../extraction/chunking/chunk-tokens.ts';
import type { DocumentAllowance } from '../extraction/workers/document-allowance.ts';
import { createWorkerPool } from '../extraction/workers/worker-pool.ts';
import { requestJob } from './rows/request-job.ts';

export interface PipelineOptions {
  /** Instead of the settings'. */
  allowance?: DocumentAllowance;
  ocrLanguages?: readonly string[];
  /** What the embedding model reads of a chunk. */
  chunkTokens?: ChunkTokens;
  /** Instead of the settings' service, as for shorter waits in a test. */
  embeddingService?: ServiceSettings;
}

export interface Pipeline {
  /** What the workers of its jobs are started with. */
  jobContext: PipelineJobContext;
  /** Starts no further stage of a document; to be called before the queue is stopped. */
  drain(): void;
  /** Ends the worker processes; to be called after the queue was stopped. */
  close(): void;
}

/** Opens what turns uploaded archives into embedded documents. */
export async function startPipeline(
  { settings, queue, log, ...dependencies }: Dependencies,
  options: PipelineOptions = {},
): Promise<Pipeline> {
  // Users wait for requests, not for documents.
  const database = dependencies.database.lowPriority;
  const storage = await openStorage(storageLocation(settings));
  const archiveReaders = createWorkerPool({
    size: READ_AT_ONCE,
    idleMilliseconds: 10_000,
    heapMegabytes: 384,
    memoryMegabytes: 768,
  });
  const workers = createWorkerPool({
    size: availableParallelism(),
    idleMilliseconds: 10_000,
    heapMegabytes: 512,
    memoryMegabytes: 1536,
    yields: true,
  });
  const ocr = createOcrLane(options.ocrLanguages ?? settings.ocrLanguages, database, queue);
  let isDraining = false;
  const compactions = createCompactionScheduler(queue, log);
  const embeddings = options.embeddingService
    ? openServiceEmbeddings({ database, log }, options.embeddingService)
    : embeddingsOf({ settings, log, database: dependencies.database });
  await embeddings?.started;
  const embeddingWait = createEmbeddingWait(queue, (error) =>
    log.error('request documents that waited for embeddings', error),
  );
  embeddings?.onRecovered(() => void embeddingWait.end());
  const pipeline: PipelineContext = {
    database,
    queue,
    storage,
    log,
    limits: settings,
    quotas: settings.quotas,
    archiveReaders,
    workers,
    writer: countProcessed(
      createTransitionWriter(database, () => embeddings?.current()?.model.id),
      queue,
    ),
    rotation: createRotation(),
    archiveRotation: createRotation(),
    unpackRotation: createRotation(),
    requestIngestion: (organizationId, tx) => requestJob(queue, organizationId, 'ingest', tx),
    largeSlots: createLargeSlots(),
    archivesInProgress: createArchivesInProgress(),
    compactions,
    get embed() {
      return embeddings?.current()?.embed;
    },
    get model() {
      return embeddings?.current()?.model;
    },
    get chunkTokens() {
      return options.chunkTokens ?? embeddings?.current()?.chunkTokens;
    },
    embeddingWait,
    isEmbedding: embeddings !== undefined,
    checkChosenModel: async () => embeddings?.checkChosen(),
    ocr,
    allowance: options.allowance ?? settings.documentAllowance,
    watch: createStageWatch(database, {
      onError: (error) => log.error('note stalled documents', error),
    }),
    // Without other processes, any file without a row is orphaned; another one may be receiving uploads.
    unnamedFiles: { seen: isOnlyProcess(database) ? 'all' : new Map() },
    isStopping: () => isDraining,
  };

  // The job's own look at the start is for a model that is ready by then.
  if (embeddings?.current() === undefined) {
    void embeddings?.ready.then(() =>
      sendOutdatedDatasets(pipeline).catch((error: unknown) => {
        log.error('request new vectors', error);
      }),
    );
  }
  return {
    jobContext: { pipeline },
    drain: () => {
      isDraining = true;
      // A page takes seconds, and those before it are written.
      ocr?.workers.close();
      embeddings?.close();
      compactions.close();
    },
    close: () => {
      archiveReaders.close();
      workers.close();
    },
  };
}
