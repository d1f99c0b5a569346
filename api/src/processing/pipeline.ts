import { availableParallelism } from 'node:os';

import type { Dependencies } from '../platform/dependencies.ts';
import { openStorage, storageLocation } from '../platform/storage/open-storage.ts';
import { registerModel } from '../search-index/vectors/embedding-models.ts';
import type { EmbeddingSettings } from '../platform/settings/settings.ts';
import { resumeCancelling } from './jobs/cancel/cancel-turns.ts';
import {
  cleanUpArchives,
  cleanUpFiles,
  resumeDeleting,
  type UnnamedFiles,
} from './housekeeping/clean-up-after-crash.ts';
import { deleteExpiredUploads } from './jobs/purge/delete-expired-uploads.ts';
import { hideOldWrites } from './housekeeping/hide-old-writes.ts';
import { vacuum } from './housekeeping/vacuum.ts';
import { createEmbedder } from '../models/embedding/embedder.ts';
import type { EmbeddingServiceSettings } from '../models/embedding/embedding-service.ts';
import { reviewGraphs } from './jobs/indexing/build-graph-job.ts';
import { cleanUpSegments, resumeFolding } from './jobs/indexing/fold-index-job.ts';
import { createFoldScheduler } from './jobs/indexing/fold-scheduler.ts';
import { resumeUnpacking } from './jobs/unpack/unpack-turns.ts';
import { resumeIndexing } from './jobs/indexing/index-documents-job.ts';
import { sendLocateJobs } from './jobs/locate/locate-chunks-job.ts';
import { sendOutdatedDatasets } from './jobs/model-change/embed-dataset-job.ts';
import { createOcrLane } from './jobs/ocr/create-ocr-lane.ts';
import { resumeOcr } from './jobs/ocr/ocr-turns.ts';
import type { PipelineContext, PipelineJobContext } from './context/pipeline-context.ts';
import { resumePurgingDocuments } from './jobs/purge/purge-documents-job.ts';
import { resumeSweeping } from './jobs/originals/sweep-originals-job.ts';
import { READ_AT_ONCE, resumeArchives } from './jobs/merge/ingest-turns.ts';
import { resumeReprocessing } from './jobs/reprocess/reprocess-turns.ts';
import { resumeDocuments } from './jobs/process/resume-documents.ts';
import { countProcessed } from './context/processed-counts.ts';
import { createStageWatch, forgetStalled, LOOK_MILLISECONDS } from './context/stage-watch.ts';
import { createArchivesInWork } from './context/archives-in-work.ts';
import { createLargePlaces } from './context/large-documents.ts';
import { createRotation } from './rows/rotation.ts';
import { createTransitionWriter } from './rows/transitions/transition-writer.ts';
import type { DocumentAllowance } from '../extraction/workers/document-allowance.ts';
import { createWorkerPool } from '../extraction/workers/worker-pool.ts';
import { requestJob } from './rows/request-job.ts';

export interface PipelineOptions {
  /** Instead of the settings'. */
  allowance?: DocumentAllowance;
  ocrLanguages?: readonly string[];
  /** Instead of the settings' service, as for shorter waits in a test. */
  embeddingService?: EmbeddingServiceSettings & Partial<EmbeddingSettings>;
}

export interface Pipeline {
  /** What the workers of its jobs are started with. */
  jobContext: PipelineJobContext;
  /** Starts no further stage of a document; to be called before the queue is stopped. */
  drain(): void;
  /** Ends the worker processes; to be called after the queue was stopped. */
  close(): void;
}

const HOUR = 60 * 60 * 1000;

/** Opens what turns uploaded archives into embedded documents, and cleans up now and every hour. */
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
  const folds = createFoldScheduler(queue, log);
  const embeddings = options.embeddingService ?? settings.embeddings;
  const model = embeddings && (await registerModel(database, embeddings));
  const pipeline: PipelineContext = {
    database,
    queue,
    storage,
    log,
    limits: settings,
    quotas: settings.quotas,
    archiveReaders,
    workers,
    writer: countProcessed(createTransitionWriter(database, model?.id), queue),
    rotation: createRotation(),
    archiveRotation: createRotation(),
    unpackRotation: createRotation(),
    requestIngestion: (organizationId, tx) => requestJob(queue, organizationId, 'ingest', tx),
    largePlaces: createLargePlaces(),
    archivesInWork: createArchivesInWork(),
    folds,
    embed: model && embeddings && createEmbedder(database, embeddings, model),
    model,
    ocr,
    allowance: options.allowance ?? settings.documentAllowance,
    watch: createStageWatch(database, {
      onError: (error) => log.error('note stalled documents', error),
    }),
    isStopping: () => isDraining,
  };

  // No other process writes into the embedded database's storage, so that any file without a row is
  // orphaned. Other instances on PostgreSQL may be receiving uploads.
  let unnamed = await cleanUp(pipeline, database.kind === 'embedded' ? 'all' : new Map());
  await resumeIndexing(database, queue);
  const cleanUpAndVacuum = async () => {
    unnamed = await cleanUp(pipeline, unnamed);
    await vacuum(database).catch((error: unknown) => {
      log.error('vacuum', error);
    });
  };
  const timer = setInterval(() => void cleanUpAndVacuum(), HOUR).unref();
  const looking = setInterval(() => void pipeline.watch.look(), LOOK_MILLISECONDS).unref();

  return {
    jobContext: { pipeline },
    drain: () => {
      isDraining = true;
      // A page takes seconds, and those before it are written.
      ocr?.workers.close();
      folds.close();
      clearInterval(timer);
      clearInterval(looking);
    },
    close: () => {
      archiveReaders.close();
      workers.close();
    },
  };
}

/** Cleans up what crashes left, and returns the files that the next look may remove. */
async function cleanUp(
  pipeline: PipelineContext,
  seen: UnnamedFiles | 'all',
): Promise<UnnamedFiles> {
  const { database, storage, log } = pipeline;
  let unnamed: UnnamedFiles = new Map();
  try {
    await deleteExpiredUploads(database, pipeline.queue);
    const files = await cleanUpFiles(database, storage, seen);
    ({ unnamed } = files);
    const count = files.removed.length;
    if (count > 0) log.info('removed files without an archive', { count });
    await hideOldWrites(database);
    await cleanUpArchives(pipeline);
    await resumeDeleting(pipeline);
    await resumePurgingDocuments(database, pipeline.queue);
    await resumeSweeping(database, pipeline.queue);
    await forgetStalled(database);
    await resumeArchives(pipeline);
    await resumeUnpacking(pipeline);
    await resumeCancelling(pipeline);
    await resumeDocuments(pipeline);
    await resumeReprocessing(pipeline);
    await resumeOcr(pipeline);
    await cleanUpSegments(database);
    await resumeFolding(database, pipeline.queue);
    await sendLocateJobs(pipeline);
    await sendOutdatedDatasets(pipeline);
    await reviewGraphs(pipeline);
  } catch (error) {
    log.error('clean up', error);
  }
  return unnamed;
}
