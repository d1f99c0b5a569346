import { changedChunksSchema, documentChunkChangesSchema } from '@carrel/shared/contract';
import type { ChangeChunkInput, ChangedChunks, DocumentChunkChange } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** A chunk of a document. */
export interface ChunkReference {
  datasetId: string;
  documentId: string;
  /** From 0. */
  number: number;
  /** The entity tag of the chunk as it was read: 412 where somebody else changed it since. */
  etag?: string | undefined;
}

/** Changes of chunks by hand, which processing keeps. */
export class Chunks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Edits a chunk, switches it, or sets its keywords and questions. @throws {CarrelError} 409, 412, 422. */
  change(
    { datasetId, documentId, number, etag }: ChunkReference,
    json: ChangeChunkInput,
    options: CallOptions = {},
  ): Promise<ChangedChunks> {
    const path = apiPaths.chunk(datasetId, documentId, number, seen(etag));
    return this.#connection.json(changedChunksSchema, { ...options, method: 'PATCH', path, json });
  }

  /** Undoes the change that a chunk is of. @throws {CarrelError} 409, 412. */
  restore(
    { datasetId, documentId, number, etag }: ChunkReference,
    options: CallOptions = {},
  ): Promise<ChangedChunks> {
    const path = apiPaths.restoreChunk(datasetId, documentId, number, seen(etag));
    return this.#connection.json(changedChunksSchema, { ...options, method: 'POST', path });
  }

  /**
   * Splits a chunk in two. `at` counts the UTF-16 code units of its text before the second one.
   * @throws {CarrelError} 409, 412, 422.
   */
  split(
    { datasetId, documentId, number, etag }: ChunkReference,
    at: number,
    options: CallOptions = {},
  ): Promise<ChangedChunks> {
    const path = apiPaths.splitChunk(datasetId, documentId, number, seen(etag));
    return this.#change(path, { at }, options);
  }

  /** Joins a chunk with the next one, of which `next` is the entity tag. @throws {CarrelError} 404, 409, 412. */
  join(
    { datasetId, documentId, number, etag }: ChunkReference,
    next: string,
    options: CallOptions = {},
  ): Promise<ChangedChunks> {
    const path = apiPaths.joinChunks(datasetId, documentId, number, seen(etag));
    return this.#change(path, { next }, options);
  }

  /** Makes a lost change of another chunk, as it was seen. @throws {CarrelError} 404, 409, 412. */
  apply(
    changeId: string,
    { datasetId, documentId, number, etag }: ChunkReference & { etag: string },
    options: CallOptions = {},
  ): Promise<ChangedChunks> {
    const path = apiPaths.applyChunkChange(datasetId, documentId, changeId);
    return this.#change(path, { number, etag }, options);
  }

  /** Discards a lost change. @throws {CarrelError} 404. */
  async discard(
    datasetId: string,
    documentId: string,
    changeId: string,
    options: CallOptions = {},
  ): Promise<void> {
    const path = apiPaths.chunkChange(datasetId, documentId, changeId);
    await this.#connection.send({ ...options, method: 'DELETE', path });
  }

  /** Lists what people changed of a document's chunks, the lost changes first. @throws {CarrelError} */
  async changes(
    datasetId: string,
    documentId: string,
    options: CallOptions = {},
  ): Promise<DocumentChunkChange[]> {
    const path = apiPaths.chunkChanges(datasetId, documentId);
    const { changes } = await this.#connection.json(documentChunkChangesSchema, {
      ...options,
      path,
    });
    return changes;
  }

  #change(path: string, json: object, options: CallOptions): Promise<ChangedChunks> {
    return this.#connection.json(changedChunksSchema, { ...options, method: 'POST', path, json });
  }
}

const seen = (etag: string | undefined) => (etag === undefined ? {} : { etag });
