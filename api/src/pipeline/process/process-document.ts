import type { DocumentStatus } from '@carrel/shared/contract';

import type { ArchiveStorage } from '../../storage/archive-storage.ts';
import { StatementRefused } from '../../database/database-error.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import type { Chunk } from '../chunking/chunk-document.ts';
import { loadBlocks, loadChunks, type ClaimedDocument } from './claimed-document.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { EmbeddingError } from '../embedding/embedding-service.ts';
import type { Block } from '../partition/block.ts';
import { reasons } from '../partition/reasons.ts';
import type { Transition } from './transition.ts';
import type { TransitionWriter } from './transition-writer.ts';
import { PoolClosed, TaskRefused, WorkerFailure } from '../workers/worker-failure.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';

export interface DocumentProcessing {
  database: Database;
  storage: ArchiveStorage;
  workers: WorkerPool;
  writer: TransitionWriter;
  embed: Embedder;
  /** Whether vectors are made here, by workers, rather than by a service. */
  embedsLocally: boolean;
  log: Log;
  /** How long a worker may take over one stage of one document. */
  stageTimeoutMilliseconds: number;
  /** Whether the server is stopping: a document then rests where it stands. */
  isStopping(): boolean;
}

/** How often a document may end its worker before it is given up. */
const TRIES = 3;

/** A document that ends in an error, with the sentence that says why. */
class StageFailure extends Error {}

type Saved = Pick<Transition, 'blocks' | 'chunks' | 'vectors'>;

/**
 * Takes a document from where it stands to its end: partitioned, chunked, embedded, each stage
 * written before the next begins. Gives up silently once the document is somebody else's.
 */
export async function processDocument(
  processing: DocumentProcessing,
  document: ClaimedDocument,
): Promise<void> {
  let { status }: { status: DocumentStatus } = document;
  let blocks: readonly Block[] | undefined;
  let chunks: readonly Chunk[] | undefined;

  const stage = async (
    from: DocumentStatus,
    to: DocumentStatus,
    failed: DocumentStatus,
    work: () => Promise<Saved>,
  ) => {
    if (status !== from) return;
    if (processing.isStopping()) throw new PoolClosed('The server is stopping');
    status = await moved(processing, document, { from, to, failed }, work);
  };

  await stage('ingested', 'partitioned', 'partitioning_error', async () => {
    blocks = await partition(processing, document);
    return { blocks };
  });
  await stage('partitioned', 'chunked', 'chunking_error', async () => {
    blocks ??= await loadBlocks(processing.database, document);
    chunks = await chunk(processing, document, blocks);
    return { chunks };
  });
  await stage('chunked', 'embedded', 'embedding_error', async () => {
    chunks ??= await loadChunks(processing.database, document);
    return { vectors: await embed(processing, document, chunks) };
  });
}

/** Does the work of a stage and writes where that leaves the document; gives where it stands then. */
async function moved(
  { writer }: DocumentProcessing,
  { organizationId, id: documentId, attempt }: ClaimedDocument,
  { from, to, failed }: { from: DocumentStatus; to: DocumentStatus; failed: DocumentStatus },
  work: () => Promise<Saved>,
): Promise<DocumentStatus> {
  const move = { organizationId, documentId, attempt, from };
  try {
    const saved = await work();
    return (await writer.write({ ...move, to, ...saved })) ? to : failed;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await writer.write({ ...move, to: failed, error: reason });
    return failed;
  }
}

/** Undefined for what says nothing about the document: the database is away, the server is stopping. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof StageFailure || error instanceof EmbeddingError) return error.message;
  if (error instanceof TaskRefused) return error.message;
  if (error instanceof StatementRefused) return reasons.notStorable();
  return undefined;
}

async function partition(
  processing: DocumentProcessing,
  document: ClaimedDocument,
): Promise<Block[]> {
  const { bytesKey, location, name } = document;
  if (bytesKey === undefined) throw new StageFailure(reasons.bytesGone());
  return inTries(processing, document, () =>
    processing.workers.run(
      'partition',
      { storage: processing.storage.location, key: bytesKey, location, name },
      { timeoutMilliseconds: processing.stageTimeoutMilliseconds },
    ),
  );
}

async function chunk(
  processing: DocumentProcessing,
  document: ClaimedDocument,
  blocks: readonly Block[],
): Promise<Chunk[]> {
  const { name, path, chunking } = document;
  return inTries(processing, document, () =>
    processing.workers.run(
      'chunk',
      { ...chunking, blocks, document: { name, path } },
      { timeoutMilliseconds: processing.stageTimeoutMilliseconds },
    ),
  );
}

async function embed(
  processing: DocumentProcessing,
  document: ClaimedDocument,
  chunks: readonly Chunk[],
): Promise<Uint8Array[]> {
  const texts = chunks.map(({ text, rendered }) => rendered ?? text);
  return inTries(processing, document, () => processing.embed(texts));
}

/** Another try for a document over which its worker died. */
async function inTries<T>(
  { log }: DocumentProcessing,
  { id }: ClaimedDocument,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      log.warn('a worker failed', {
        document_id: id,
        tries,
        reason: error.message,
        cause: typeof error.cause === 'string' ? error.cause : undefined,
      });
      if (tries === TRIES) throw new StageFailure(reasons.gaveUp(TRIES, error.message));
    }
  }
}
