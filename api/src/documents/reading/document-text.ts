import type { DocumentBlock } from '@carrel/shared/contract';

import type { Dependencies } from '../../dependencies.ts';
import { createRequestQueue } from '../../http/limits/request-queue.ts';
import { Problem } from '../../http/problem.ts';
import { joinBlocks } from '../../pipeline/chunking/chunk-text.ts';
import type { Block } from '../../pipeline/partition/block.ts';
import { TaskRefused, WorkerFailure } from '../../pipeline/workers/worker-failure.ts';
import { createWorkerPool } from '../../pipeline/workers/worker-pool.ts';
import { ByteCache } from '../../search-index/words/byte-cache.ts';
import { storageLocation } from '../../storage/open-storage.ts';
import type { StoredText } from './stored-text.ts';

const TIMEOUT = { timeoutMilliseconds: 30_000 };
const CACHE_BYTES = 32 * 1024 * 1024;

interface TextRequest {
  accountId: string;
  signal: AbortSignal;
}

/** @throws {Problem} 422 with the reason why a document has no text; 503 where others are read. */
export type ReadText = (text: StoredText, request: TextRequest) => Promise<DocumentBlock[]>;

/**
 * Reads the text of documents: as the pipeline stored it, else from the original bytes, in a worker of
 * its own, one after the other. The last texts stay in memory.
 */
export function createTextReader({ settings }: Pick<Dependencies, 'settings'>): ReadText {
  const storage = storageLocation(settings);
  const inQueue = createRequestQueue('texts', 'Other documents are being read.');
  const cache = new ByteCache<DocumentBlock[]>(CACHE_BYTES);
  const workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 30_000,
    heapMegabytes: 512,
    memoryMegabytes: 1024,
    isAwaited: true,
  });

  return async (text, { accountId, signal }) => {
    if (text.kind === 'blocks') return withStarts(text.blocks);
    const known = cache.get(text.version);
    if (known !== undefined) return known;
    const { key, location, name } = text;
    const { blocks } = await inQueue(accountId, signal, () =>
      workers
        .run('partition', { storage, key, location, name }, TIMEOUT)
        .catch((error: unknown) => {
          throw problemOf(error);
        }),
    );
    const located = withStarts(blocks);
    cache.set(text.version, located, 2 * (located.at(-1)?.start ?? 0) + 200 * located.length);
    return located;
  };
}

function withStarts(blocks: readonly Block[]): DocumentBlock[] {
  const { starts } = joinBlocks(blocks);
  return blocks.map(({ kind, text, level, page }, index) => ({
    kind,
    text,
    level,
    page,
    start: starts[index] ?? 0,
  }));
}

function problemOf(error: unknown): unknown {
  if (error instanceof TaskRefused) return new Problem(422, error.message);
  return error instanceof WorkerFailure
    ? new Problem(422, `The text could not be read: ${error.message}.`)
    : error;
}
