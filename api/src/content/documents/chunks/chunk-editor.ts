import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { abandoned, conflict, invalid, notReady } from '../../../platform/http/problems.ts';
import { createRequestSlots, type Requester } from '../../../platform/sharing/request-slots.ts';
import {
  PoolClosed,
  TaskAborted,
  TaskRefused,
  WorkerFailure,
} from '../../../platform/workers/worker-failure.ts';
import { createWorkerPool } from '../../../extraction/workers/worker-pool.ts';
import type { DocumentPlace } from '../reading/document-place.ts';
import type { ChunkEdit, NewChunk } from './chunk-edit.ts';
import { readEditedDocument, type EditedDocument } from './edited-document.ts';
import { writeEdit } from './write-edit.ts';

/** A document of very many chunks takes a while. */
const LIMITS = { processorMilliseconds: 30_000, timeoutMilliseconds: 120_000 };
/** How often an edit is made again because somebody else changed another chunk meanwhile. */
const TRIES = 4;

/** Who changes chunks, and how the caller's transactions are opened. */
export interface EditRequest<T> extends Requester {
  signal: AbortSignal;
  accountId: string | undefined;
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Records the change in its transaction, and returns the response. */
  record(tx: Queryable, result: EditResult): Promise<T>;
}

/** The chunks of a document as they are after an edit. */
export interface EditResult {
  document: EditedDocument;
  version: string;
  first: number;
  /** Chunks that gave way. */
  removed: number;
  chunks: readonly NewChunk[];
}

/**
 * Makes an edit of a document's chunks, and returns what `record` does; `edit` is asked again where others were changed
 * in between. Undefined where it changes nothing.
 */
export type ChunkEditor = <T>(
  place: DocumentPlace,
  request: EditRequest<T>,
  edit: (document: EditedDocument) => ChunkEdit | undefined,
) => Promise<T | undefined>;

/** Edits chunks; their index is made in workers of their own, which organizations share. */
export function createChunkEditor({ database, queue }: Dependencies): ChunkEditor {
  const workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 30_000,
    heapMegabytes: 256,
    memoryMegabytes: 768,
    isAwaited: true,
    yields: true,
  });
  const inSlot = createRequestSlots('chunks', 'Other chunks are being changed.');

  const indexOf = async (
    { name, path, metadata, language, chunking, chunks: before }: EditedDocument,
    { first, count, chunks }: ChunkEdit,
    { organizationId: id, callerId: caller, signal }: Requester & { signal: AbortSignal },
  ) => {
    const all = before.toSpliced(first, count, ...chunks.map((chunk) => ({ ...chunk, number: 0 })));
    // Chunks that were made without the template stay so until the document is processed again.
    const isRendered = before.some(({ rendered }) => rendered !== undefined);
    const unrendered = chunks.flatMap(({ rendered }, at) =>
      isRendered && rendered === undefined ? [first + at] : [],
    );
    return workers
      .run(
        'changeChunks',
        {
          chunks: all,
          path,
          language,
          document: { name, path, metadata },
          metadata: chunking.metadata,
          template: chunking.template,
          unrendered,
        },
        { ...LIMITS, owner: { id, caller }, signal },
      )
      .catch((error: unknown) => {
        throw problemOf(error);
      });
  };

  return (place, request, edit) =>
    inSlot(request, async () => {
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const document = await request.transaction((tx) => readEditedDocument(tx, place));
        const made = edit(document);
        if (made === undefined) return undefined;
        const { part, rendered } = await indexOf(document, made, request);
        const texts = new Map(rendered);
        const chunks = made.chunks.map((chunk, at) => {
          const text = texts.get(made.first + at);
          return text === undefined ? chunk : { ...chunk, rendered: text };
        });
        const written = { document, edit: { ...made, chunks }, part, accountId: request.accountId };
        const done = await request.transaction(async (tx) => {
          const version = await writeEdit(tx, { database, queue }, written);
          if (version === undefined) return undefined;
          const result = { document, version, first: made.first, removed: made.count, chunks };
          return { response: await request.record(tx, result) };
        });
        if (done !== undefined) return done.response;
      }
      throw conflict('Other chunks of this document are being changed. Please try again.');
    });
}

function problemOf(error: unknown): unknown {
  if (error instanceof TaskRefused) return invalid([{ path: 'text', message: error.message }]);
  if (error instanceof WorkerFailure) {
    return conflict('This document is too large for its chunks to be changed.');
  }
  if (error instanceof TaskAborted) return abandoned();
  return error instanceof PoolClosed ? notReady() : error;
}
