import type { ChunkPreview, PreviewChunksInput } from '@carrel/shared/contract';

import { createRequestSlots, type Requester } from '../../platform/sharing/request-slots.ts';
import { abandoned, invalid, notReady } from '../../platform/http/problems.ts';
import type { Chunk, ChunkingInput } from '../../extraction/chunking/chunk-document.ts';
import type { ChunkTokens } from '../../extraction/chunking/chunk-tokens.ts';
import { datasetChunking, fittedToModel } from '../../extraction/chunking/dataset-chunking.ts';
import {
  PoolClosed,
  TaskAborted,
  TaskRefused,
  WorkerFailure,
} from '../../platform/workers/worker-failure.ts';
import { createWorkerPool } from '../../extraction/workers/worker-pool.ts';

/** The clock is for systems that do not tell the processor's time, and against hanging. */
const LIMITS = { processorMilliseconds: 5000, timeoutMilliseconds: 30_000 };
/** Characters of all chunks together: a template can turn a short text into long ones. */
const OUTPUT_LENGTH_MAX = 2_000_000;
const DEFAULT_NAME = 'sample.txt';

/** Who waits for a preview. */
interface PreviewRequest extends Requester {
  /** Aborts once nobody does. */
  signal: AbortSignal;
}

/** A document whose text was read. */
export type PreviewedDocument = Pick<ChunkingInput, 'blocks' | 'document'>;

/**
 * Splits a sample text, or a document in its place, as the pipeline does.
 * @throws {Problem} 422 that names the field at fault; 503.
 */
export type ChunkPreviewer = (
  input: PreviewChunksInput,
  request: PreviewRequest,
  read?: PreviewedDocument,
) => Promise<ChunkPreview>;

/**
 * Previews in separate workers, which organizations share: a template can loop, and must neither
 * delay nor wait for documents. `tokens` are those of the pipeline.
 */
export function createChunkPreviewer(
  tokens: () => ChunkTokens | undefined = () => undefined,
): ChunkPreviewer {
  const workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 30_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
    isAwaited: true,
    yields: true,
  });
  const inSlot = createRequestSlots('previews', 'Other previews are being made.');
  const preview: ChunkPreviewer = async (
    { text, name, chunk_template, metadata_parameters },
    { organizationId: id, callerId: caller, signal },
    read,
  ) => {
    const options = { ...LIMITS, owner: { id, caller }, signal };
    const document = read?.document ?? { name: nameOf(name), path: name || DEFAULT_NAME };
    const blocks =
      read?.blocks ??
      (await workers
        .run('partitionText', { text, name: document.name }, options)
        .catch((error: unknown) => {
          throw problemOf(error, 'text', 'The text could not be read.');
        }));
    const chunking = fittedToModel(datasetChunking(chunk_template, metadata_parameters), tokens());
    const { chunks } = await workers
      .run('chunk', { ...chunking, blocks, document }, options)
      .catch((error: unknown) => {
        throw problemOf(
          error,
          'chunk_template',
          'The chunk template took too long or grew too large.',
        );
      });
    if (lengthOf(chunks) > OUTPUT_LENGTH_MAX) {
      throw invalid([
        { path: 'chunk_template', message: 'The chunks are too large to be shown here.' },
      ]);
    }
    return { chunks: chunks.map(previewOf) };
  };
  return async (input, request, read) =>
    (read === undefined ? input.text.trim() === '' : read.blocks.length === 0)
      ? { chunks: [] }
      : inSlot(request, () => preview(input, request, read));
}

function previewOf({ text, rendered }: Chunk, index: number): ChunkPreview['chunks'][number] {
  return rendered === undefined ? { index, text } : { index, text, rendered };
}

function nameOf(path: string | undefined): string {
  return path?.split('/').at(-1) || DEFAULT_NAME;
}

function problemOf(error: unknown, path: string, fallback: string): unknown {
  if (error instanceof TaskRefused) return invalid([{ path, message: error.message }]);
  if (error instanceof WorkerFailure) return invalid([{ path, message: fallback }]);
  if (error instanceof TaskAborted) return abandoned();
  return error instanceof PoolClosed ? notReady() : error;
}

function lengthOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { text, rendered = '' }) => sum + text.length + rendered.length, 0);
}
