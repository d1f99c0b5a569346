import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Queue } from '../../platform/queue.ts';
import type { Log } from '../../platform/log.ts';
import type { Quotas } from '../../platform/quotas/quota-repository.ts';
import type { ArchiveStorage } from '../../platform/storage/archive-storage.ts';
import type { EmbeddingModel } from '../../search-index/vectors/embedding-models.ts';
import type { Embedder } from '../../models/embedding/embedder.ts';
import type { ChunkTokens } from '../../extraction/chunking/chunk-tokens.ts';
import type { EmbeddingWait } from './embedding-wait.ts';
import type { StageWatch } from './stage-watch.ts';
import type { TransitionWriter } from '../rows/transitions/transition-writer.ts';
import type { ArchivesInProgress } from './archives-in-progress.ts';
import type { LargeSlots } from './large-documents.ts';
import type { Rotation } from '../rows/rotation.ts';
import type { OcrLane } from './ocr-lane.ts';
import type { DocumentAllowance } from '../../extraction/workers/document-allowance.ts';
import type { WorkerPool } from '../../extraction/workers/worker-pool.ts';
import type { ArchiveLimits } from '../../extraction/zip/read-directory.ts';

/** Sends the jobs that fold the index of a dataset, and look for duplicates. */
export interface CompactionScheduler {
  /** Has the index of a dataset folded in about a second; calls until then are one. */
  schedule(organizationId: string, datasetId: string): void;
  close(): void;
}

/** Stored files that nothing names, and when each was last written, in milliseconds. */
export type UnnamedFiles = ReadonlyMap<string, number>;

/** What the pipeline's jobs work with; each function names the parts that it needs. */
export interface PipelineContext {
  /** Its statements have low priority: requests go first. */
  database: Database;
  queue: Queue;
  storage: ArchiveStorage;
  log: Log;
  limits: ArchiveLimits;
  quotas: Quotas;
  /** Reads archives. */
  archiveReaders: WorkerPool;
  /** Partitions, chunks and embeds documents. */
  workers: WorkerPool;
  writer: TransitionWriter;
  /** Which dataset and archive of an organization is served next. */
  rotation: Rotation;
  archiveRotation: Rotation;
  unpackRotation: Rotation;
  /** Requests that archives of an organization are merged, once `tx` is committed. */
  requestIngestion(organizationId: string, tx: Queryable): Promise<void>;
  largeSlots: LargeSlots;
  archivesInProgress: ArchivesInProgress;
  compactions: CompactionScheduler;
  /** Undefined without a model, and until it is ready: documents have no vectors then. */
  readonly embed: Embedder | undefined;
  /** Whether `embed` can embed at present. */
  embeddingWait: EmbeddingWait;
  /** The model of `embed`. */
  readonly model: EmbeddingModel | undefined;
  /** Whether the settings name a model, ready or not. */
  isEmbedding: boolean;
  /** Looks whether another server uses another model. */
  checkChosenModel: () => Promise<void>;
  /** What the model reads of a chunk; undefined where that is not known, or there is none. */
  readonly chunkTokens: ChunkTokens | undefined;
  /** Reads scans and images; undefined where that is off. */
  ocr: OcrLane | undefined;
  /** For each stage of a document. */
  allowance: DocumentAllowance;
  /** The files that the last look of this process found without a name; `all` where nothing is written yet. */
  unnamedFiles: { seen: UnnamedFiles | 'all' };
  /** Notices what takes much longer than usual. */
  watch: StageWatch;
  /** Whether the server is stopping: a document then stays at its stage until the next start. */
  isStopping(): boolean;
}

/** What the workers of the pipeline's jobs are started with. */
export interface PipelineJobContext {
  pipeline: PipelineContext;
}

/** Time after which a run begins no further document, in milliseconds, for each share. */
export const RUN_MILLISECONDS = 1000;
