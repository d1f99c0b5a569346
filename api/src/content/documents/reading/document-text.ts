import { availableParallelism } from 'node:os';

import type { DocumentBlock } from '@carrel/shared/contract';

import { BoundedCache } from '../../../platform/bounded-cache.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { RateLimits } from '../../../platform/http/limits/rate-limit.ts';
import { createRequestSlots, type Requester } from '../../../platform/sharing/request-slots.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { abandoned, notReady, storageUnavailable } from '../../../platform/http/problems.ts';
import { joinBlocks } from '../../../extraction/chunking/chunk-text.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import { unpackText } from '../../../extraction/blocks/packed-text.ts';
import {
  taskLimits,
  type DocumentAllowance,
} from '../../../extraction/workers/document-allowance.ts';
import {
  PoolClosed,
  TaskAborted,
  TaskRefused,
  TooMuchMemory,
  TooSlow,
  WorkerFailure,
} from '../../../platform/workers/worker-failure.ts';
import { createWorkerPool } from '../../../extraction/workers/worker-pool.ts';
import { FileMissing, StorageUnavailable } from '../../../platform/storage/archive-storage.ts';
import { storageLocation } from '../../../platform/storage/open-storage.ts';
import { limitOf } from '../../../platform/http/limits/limits-table.ts';
import { createJoinedWork } from './joined-work.ts';
import { keepText } from './keep-text.ts';
import type { StoredText } from './stored-text.ts';

const CACHE_BYTES = 32 * 1024 * 1024;
/** A version of a document that was replaced is never read again. */
const IDLE_MILLISECONDS = 10 * 60_000;
/** Of what a processed document may take, as somebody waits for the text; of a large one no more than this. */
const PART_OF_ALLOWANCE = 0.5;
const PROCESSOR_MILLISECONDS_MAX = 15_000;
/** For how long a document is not read again that could not be read; shorter where it may not be its fault. */
const FAILED_MILLISECONDS = 10 * 60_000;
const FAILED_OTHERWISE_MILLISECONDS = 30_000;
const FAILURE_BYTES = 300;

/** What is known of a version of a document: its text, or until when it is not read again, and why. */
type KnownText = { blocks: DocumentBlock[] } | { reason: string; until: number };

type Bytes = Extract<StoredText, { kind: 'bytes' }>;

interface TextRequest extends Requester {
  signal: AbortSignal;
}

/** @throws {Problem} 422 with the reason why a document has no text; 429; 503 where others are read. */
export type ReadText = (text: StoredText, request: TextRequest) => Promise<DocumentBlock[]>;

/**
 * Reads the text of documents: as the pipeline kept it, else from the original bytes, in workers that
 * organizations share, and keeps it. The last of these texts stay in memory, and which documents could not be read.
 */
export function createTextReader({ settings, database, log }: Dependencies): ReadText {
  const limits = new RateLimits(database);
  const inSlot = createRequestSlots('texts', 'Other documents are being read.');
  const known = new BoundedCache<KnownText>({
    bytes: CACHE_BYTES,
    idleMilliseconds: IDLE_MILLISECONDS,
  });
  const join = createJoinedWork<DocumentBlock[]>(abandoned);
  const readBytes = createBytesReader(settings);

  /** Without it, the text is read once more. */
  const keep = async ({ read }: Bytes, blocks: readonly Block[]) => {
    if (read === undefined) return;
    await keepText(database, read, blocks).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn('a text was not kept', { document_id: read.documentId, reason });
    });
  };

  const readNow = async (
    text: Bytes,
    { organizationId, callerId }: Requester,
    signal: AbortSignal,
  ) => {
    const { version } = text;
    try {
      const read = await readBytes(text, { organizationId, callerId, signal });
      await keep(text, read);
      const blocks = withStarts(read);
      const bytes = 2 * (blocks.at(-1)?.start ?? 0) + 200 * blocks.length;
      known.set(version, { blocks }, { bytes, tenant: organizationId });
      return blocks;
    } catch (error) {
      const problem = problemOf(error);
      const { message: reason } = problem;
      const until = performance.now() + failedFor(error);
      if (problem instanceof Problem && problem.status === 422) {
        known.set(version, { reason, until }, { bytes: FAILURE_BYTES, tenant: organizationId });
      }
      throw problem;
    }
  };

  return async (text, request) => {
    if (text.kind === 'packed') return withStarts(await unpackText(text.packed));
    if (text.kind === 'blocks') return withStarts(text.blocks);
    if (text.kind === 'failed') throw new Problem(422, text.reason);
    const { organizationId, callerId, signal } = request;
    const earlier = known.get(text.version, organizationId);
    if (earlier !== undefined && 'blocks' in earlier) return earlier.blocks;
    if (earlier !== undefined && earlier.until > performance.now()) {
      throw new Problem(422, earlier.reason);
    }
    await limits.take(limitOf('read-text', callerId));
    return inSlot(request, () =>
      join(`${organizationId} ${text.version}`, signal, (isWanted) =>
        readNow(text, request, isWanted),
      ),
    );
  };
}

function createBytesReader(
  settings: Parameters<typeof storageLocation>[0] & { documentAllowance: DocumentAllowance },
) {
  const storage = storageLocation(settings);
  const workers = createWorkerPool({
    size: availableParallelism(),
    idleMilliseconds: 30_000,
    heapMegabytes: 512,
    memoryMegabytes: 1024,
    isAwaited: true,
    yields: true,
  });
  const { seconds, secondsPerMegabyte, ...memory } = settings.documentAllowance;
  const allowance = {
    ...memory,
    seconds: PART_OF_ALLOWANCE * seconds,
    secondsPerMegabyte: PART_OF_ALLOWANCE * secondsPerMegabyte,
  };
  return async (
    { key, location, name, encoding }: Bytes,
    { organizationId: id, callerId: caller, signal }: TextRequest,
  ): Promise<Block[]> => {
    const { blocks } = await workers.run(
      'partition',
      { storage, key, location, name, encoding },
      {
        ...taskLimits(allowance, location.size, PROCESSOR_MILLISECONDS_MAX),
        owner: { id, caller },
        signal,
      },
    );
    return blocks;
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

function problemOf(error: unknown): Error {
  if (error instanceof TaskRefused) return new Problem(422, error.message);
  if (error instanceof WorkerFailure) {
    return new Problem(422, `The text could not be read: ${error.message}.`);
  }
  if (error instanceof FileMissing) {
    return new Problem(422, 'The text could not be read: its stored file is missing.');
  }
  if (error instanceof StorageUnavailable) return storageUnavailable();
  if (error instanceof TaskAborted) return abandoned();
  if (error instanceof PoolClosed) return notReady();
  return error instanceof Error ? error : new Error(String(error));
}

function failedFor(error: unknown): number {
  const isItsFault =
    error instanceof TaskRefused || error instanceof TooSlow || error instanceof TooMuchMemory;
  return isItsFault ? FAILED_MILLISECONDS : FAILED_OTHERWISE_MILLISECONDS;
}
