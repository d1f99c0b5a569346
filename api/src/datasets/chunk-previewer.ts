import type { ChunkPreview, PreviewChunksInput } from '@carrel/shared/contract';

import { invalid } from '../http/problems.ts';
import type { Chunk } from '../pipeline/chunking/chunk-document.ts';
import { datasetChunking } from '../pipeline/chunking/dataset-chunking.ts';
import { TaskRefused, WorkerFailure } from '../pipeline/workers/worker-failure.ts';
import { createWorkerPool } from '../pipeline/workers/worker-pool.ts';

const TIMEOUT = { timeoutMilliseconds: 5000 };
/** Characters of all chunks together: a template can turn a short text into long ones. */
const OUTPUT_LENGTH_MAX = 2_000_000;
const DEFAULT_NAME = 'sample.txt';

/** Splits a sample text as the pipeline does; throws a 422 that names the field at fault. */
export type ChunkPreviewer = (input: PreviewChunksInput) => Promise<ChunkPreview>;

/** Previews in a separate worker: a template can loop, and must neither delay nor wait for documents. */
export function createChunkPreviewer(): ChunkPreviewer {
  const workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 30_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
    isAwaited: true,
  });
  return async ({ text, name, chunk_template, metadata_parameters }) => {
    if (text.trim() === '') return { chunks: [] };
    const document = { name: nameOf(name), path: name || DEFAULT_NAME };
    const blocks = await workers
      .run('partitionText', { text, name: document.name }, TIMEOUT)
      .catch((error: unknown) => {
        throw problemOf(error, 'text', 'The text could not be read.');
      });
    const chunking = datasetChunking(chunk_template, metadata_parameters);
    const chunks = await workers
      .run('chunk', { ...chunking, blocks, document }, TIMEOUT)
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
}

function previewOf({ text, rendered }: Chunk, index: number): ChunkPreview['chunks'][number] {
  return rendered === undefined ? { index, text } : { index, text, rendered };
}

function nameOf(path: string | undefined): string {
  return path?.split('/').at(-1) || DEFAULT_NAME;
}

function problemOf(error: unknown, path: string, fallback: string): unknown {
  if (error instanceof TaskRefused) return invalid([{ path, message: error.message }]);
  return error instanceof WorkerFailure ? invalid([{ path, message: fallback }]) : error;
}

function lengthOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { text, rendered = '' }) => sum + text.length + rendered.length, 0);
}
