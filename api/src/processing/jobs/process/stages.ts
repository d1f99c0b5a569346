import type { DocumentMetadata } from '@carrel/shared/contract';

import { StatementRefused } from '../../../platform/database/database-error.ts';
import type { Chunk } from '../../../extraction/chunking/chunk-document.ts';
import { fittedToModel } from '../../../extraction/chunking/dataset-chunking.ts';
import {
  EmbeddingError,
  EmbeddingsUnavailable,
} from '../../../models/embedding/embedding-error.ts';
import { findSidecar } from '../../rows/find-sidecar.ts';
import { shownMetadata } from '../../../extraction/metadata/edited-metadata.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import { reasons } from '../../../extraction/blocks/unreadable-document.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import type { ChunkedText, ReadDocument } from '../../../extraction/tasks/tasks.ts';
import { taskLimits } from '../../../extraction/workers/document-allowance.ts';
import {
  TaskRefused,
  TooMuchMemory,
  TooSlow,
  WorkerFailure,
} from '../../../platform/workers/worker-failure.ts';
import { ownerOf, type ClaimedDocument } from '../../rows/claimed-document.ts';
import { LARGE_BYTES } from '../../context/large-documents.ts';

interface Stages extends Pick<
  PipelineContext,
  'database' | 'storage' | 'workers' | 'chunkTokens' | 'log' | 'allowance' | 'ocr'
> {
  /** Called when a worker begins. */
  onStart?: () => void;
}

/** How often a worker may die over a document before the document fails. */
const TRIES = 3;

/** A document fails, for the reason in the message. */
export class StageFailure extends Error {}

/**
 * Returns why a document failed, in a sentence. Undefined for errors that are not the document's: the
 * database is unavailable, the server is stopping, nothing can be embedded at present.
 */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof EmbeddingsUnavailable) return undefined;
  if (error instanceof StageFailure || error instanceof EmbeddingError) return error.message;
  if (error instanceof TaskRefused) return error.message;
  if (error instanceof StatementRefused) return reasons.notStorable();
  return undefined;
}

/** Reads the bytes of a document. @throws {StageFailure} @throws {TaskRefused} */
export async function partition(
  processing: Stages,
  document: ClaimedDocument,
): Promise<ReadDocument> {
  const { bytesKey, location, name, isInside, encoding, described } = document;
  if (bytesKey === undefined) throw new StageFailure(reasons.bytesGone());
  let { sidecar } = document;
  for (let tries = 1; ; tries += 1) {
    const read = await retryAfterCrash(processing, document, () =>
      processing.workers.run(
        'partition',
        {
          storage: processing.storage.location,
          key: bytesKey,
          location,
          name,
          isInside,
          encoding,
          described,
          sidecar,
          isOcrOn: processing.ocr !== undefined,
        },
        optionsOf(processing, document),
      ),
    );
    if (read.isSidecarGone !== true || tries === TRIES) return read;
    sidecar = await findSidecar(processing.database, document);
  }
}

/** Splits the text of a document, and signs it. @throws {StageFailure} @throws {TaskRefused} */
export async function chunk(
  processing: Stages,
  document: ClaimedDocument,
  blocks: readonly Block[],
  read: DocumentMetadata | undefined,
): Promise<ChunkedText> {
  const { name, path, chunking, editedMetadata, changes } = document;
  const metadata = shownMetadata(read, editedMetadata);
  return retryAfterCrash(processing, document, () =>
    processing.workers.run(
      'chunk',
      {
        ...fittedToModel(chunking, processing.chunkTokens),
        blocks,
        document: { name, path, metadata },
        changes,
      },
      optionsOf(processing, document),
    ),
  );
}

/** Makes the index of a document's chunks. @throws {StageFailure} */
export async function indexed(
  processing: Stages,
  document: ClaimedDocument,
  chunks: readonly Chunk[],
): Promise<Uint8Array> {
  const { path, language } = document;
  return retryAfterCrash(processing, document, () =>
    processing.workers.run(
      'indexChunks',
      { chunks, path, language },
      optionsOf(processing, document),
    ),
  );
}

const optionsOf = ({ allowance, onStart }: Stages, document: ClaimedDocument) => ({
  ...taskLimits(allowance, document.location.size),
  owner: ownerOf(document),
  isSlow: document.location.size > LARGE_BYTES,
  onStart,
});

/** Retries where the worker died. */
async function retryAfterCrash<T>(
  { log }: Stages,
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
      if (error instanceof TooSlow) throw new StageFailure(reasons.tooSlow(error.seconds));
      if (error instanceof TooMuchMemory) throw new StageFailure(reasons.tooMuchMemory());
      if (tries === TRIES) {
        throw new StageFailure(reasons.gaveUp(TRIES, error.message), { cause: error.cause });
      }
    }
  }
}
