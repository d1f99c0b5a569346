import type { DocumentStatus } from '@carrel/shared/contract';

import { StatementRefused } from '../../database/database-error.ts';
import type { Chunk } from '../chunking/chunk-document.ts';
import { EmbeddingError } from '../embedding/embedding-service.ts';
import type { Block } from '../partition/block.ts';
import { reasons } from '../partition/unreadable-document.ts';
import type { PipelineContext } from '../pipeline-context.ts';
import { PoolClosed, TaskRefused, WorkerFailure } from '../workers/worker-failure.ts';
import { loadBlocks, loadChunks, type ClaimedDocument } from './claimed-document.ts';
import type { Transition } from './transition.ts';

type DocumentProcessing = Pick<
  PipelineContext,
  | 'database'
  | 'storage'
  | 'workers'
  | 'writer'
  | 'embed'
  | 'log'
  | 'stageTimeoutMilliseconds'
  | 'isStopping'
>;

/** How often a worker may die over a document before the document fails. */
const TRIES = 3;

/** A document fails, for the reason in the message. */
class StageFailure extends Error {}

type StageOutput = Pick<Transition, 'blocks' | 'chunks' | 'part' | 'vectors'>;

/**
 * Takes a document through the stages that it lacks: partitioned, chunked, embedded, each written before
 * the next begins. Ends silently once another worker has claimed the document.
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
    work: () => Promise<StageOutput>,
  ) => {
    if (status !== from) return;
    if (processing.isStopping()) throw new PoolClosed('The server is stopping');
    status = await finishStage(processing, document, { from, to, failed }, work);
  };

  await stage('ingested', 'partitioned', 'partitioning_error', async () => {
    blocks = await partition(processing, document);
    return { blocks };
  });
  await stage('partitioned', 'chunked', 'chunking_error', async () => {
    blocks ??= await loadBlocks(processing.database, document);
    chunks = await chunk(processing, document, blocks);
    return { chunks, part: await indexed(processing, document, chunks) };
  });
  await stage('chunked', 'embedded', 'embedding_error', async () => {
    chunks ??= await loadChunks(processing.database, document);
    return { vectors: await embed(processing, document, chunks) };
  });
}

/** Does the work of a stage, writes its output and returns the document's status. */
async function finishStage(
  { writer }: DocumentProcessing,
  { organizationId, id: documentId, attempt }: ClaimedDocument,
  { from, to, failed }: { from: DocumentStatus; to: DocumentStatus; failed: DocumentStatus },
  work: () => Promise<StageOutput>,
): Promise<DocumentStatus> {
  const start = { organizationId, documentId, attempt, from };
  try {
    const output = await work();
    return (await writer.write({ ...start, to, ...output })) ? to : failed;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await writer.write({ ...start, to: failed, error: reason });
    return failed;
  }
}

/** Undefined for errors that are not the document's: the database is unavailable, the server is stopping. */
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
  return retryAfterCrash(processing, document, () =>
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
  return retryAfterCrash(processing, document, () =>
    processing.workers.run(
      'chunk',
      { ...chunking, blocks, document: { name, path } },
      { timeoutMilliseconds: processing.stageTimeoutMilliseconds },
    ),
  );
}

async function indexed(
  processing: DocumentProcessing,
  document: ClaimedDocument,
  chunks: readonly Chunk[],
): Promise<Uint8Array> {
  const { name, language } = document;
  return retryAfterCrash(processing, document, () =>
    processing.workers.run(
      'indexChunks',
      { chunks, name, language },
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
  return retryAfterCrash(processing, document, () => processing.embed(texts));
}

/** Retries where the worker died. */
async function retryAfterCrash<T>(
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
