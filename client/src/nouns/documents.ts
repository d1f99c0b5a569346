import {
  documentChunksSchema,
  documentDetailSchema,
  documentTextSchema,
  foundDocumentsSchema,
} from '@carrel/shared/contract';
import type {
  DocumentBlock,
  DocumentChunk,
  DocumentDetail,
  FindDocumentsQuery,
  FoundDocument,
} from '@carrel/shared/contract';
import { apiPaths, BLOCKS_PER_PAGE, CHUNKS_PER_PAGE } from '@carrel/shared/paths';

import { ContractError } from '../errors/failures.ts';
import { Paged } from './paged.ts';
import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';
import { documentPath } from './document-reference.ts';
import type { DocumentReference } from './document-reference.ts';
import { openDownload } from './download.ts';
import type { Download } from './download.ts';
import { DocumentWriter } from './document-writer.ts';

/** Which documents to list, and documents of a page at most: 200, which is also the default. */
export type ListDocumentsOptions = CallOptions & Omit<FindDocumentsQuery, 'cursor'>;

/** With `etags`, each chunk has its entity tag, which a change of it names as seen. */
export type ListChunksOptions = CallOptions & { etags?: boolean | undefined };

/** Documents of a dataset. They are named by their id, or as `{ path }`. */
export class Documents extends DocumentWriter {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    super(connection);
    this.#connection = connection;
  }

  /**
   * Lists the documents that pass all filters. Those that come and go meanwhile make no gaps and no doubles.
   * @throws {CarrelError} when it is read.
   */
  list(
    datasetId: string,
    { signal, timeout, ...query }: ListDocumentsOptions = {},
  ): Paged<FoundDocument> {
    return new Paged(async (cursor) => {
      const path = apiPaths.findDocuments(datasetId, {
        limit: 200,
        ...query,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const page = await this.#connection.json(foundDocumentsSchema, { signal, timeout, path });
      return { items: page.documents, next: page.next_cursor ?? undefined };
    });
  }

  /** @throws {CarrelError} 404 where there is none. */
  get(
    datasetId: string,
    document: DocumentReference,
    options: CallOptions = {},
  ): Promise<DocumentDetail> {
    const call = { ...options, path: documentPath(datasetId, document) };
    return this.#connection.json(documentDetailSchema, call);
  }

  /** Lists the blocks of a document's text, in reading order. @throws {CarrelError} 422 for one without text. */
  text(
    datasetId: string,
    document: DocumentReference,
    options: CallOptions = {},
  ): Paged<DocumentBlock> {
    return new Paged(async (cursor) => {
      const range = { from: Number(cursor ?? 0), limit: BLOCKS_PER_PAGE };
      const path = documentPath(datasetId, document, 'text', range);
      const { blocks, next } = await this.#connection.json(documentTextSchema, {
        ...options,
        path,
      });
      return { items: blocks, next: typeof next === 'number' ? String(next) : undefined };
    });
  }

  /**
   * Lists the chunks of a document.
   * @throws {ContractError} where the document got other chunks while they were read: read them again.
   */
  chunks(
    datasetId: string,
    document: DocumentReference,
    { etags, ...options }: ListChunksOptions = {},
  ): Paged<DocumentChunk> {
    let before: string | null | undefined;
    return new Paged(async (cursor) => {
      const from = Number(cursor ?? 0);
      const range = { from, limit: CHUNKS_PER_PAGE, ...(etags === true && { etags }) };
      const path = documentPath(datasetId, document, 'chunks', range);
      const page = await this.#connection.json(documentChunksSchema, { ...options, path });
      const { chunks, total, version } = page;
      if (from > 0 && version !== before) {
        throw new ContractError('The document got other chunks while they were read.');
      }
      before = version;
      const next = from + chunks.length;
      return { items: chunks, next: chunks.length > 0 && next < total ? String(next) : undefined };
    });
  }

  /** Opens the original bytes. @throws {CarrelError} 410 where they are gone. */
  download(
    datasetId: string,
    document: DocumentReference,
    options: CallOptions = {},
  ): Promise<Download> {
    const call = { ...options, path: documentPath(datasetId, document, 'content') };
    return openDownload(this.#connection, call);
  }
}
