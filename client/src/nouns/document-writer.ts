import {
  acceptedWriteSchema,
  documentWriteSchema,
  documentWritesSchema,
  OPERATIONS_FIELD,
} from '@carrel/shared/contract';
import type { DocumentWrite } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { Call, CallOptions, ReceivedResponse, SentBody } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';
import { parseBody } from '../requests/parse-body.ts';

export interface WriteOptions extends CallOptions {
  /** The SHA-256 that the document has, or `*` for any: otherwise the write is refused with 412. */
  ifMatch?: string | undefined;
  /** With `*`, a document that is there refuses the write with 412. */
  ifNoneMatch?: '*' | undefined;
  /** Seconds for which the response waits for the merge, at most 60; 10 by default. */
  wait?: number | undefined;
}

/** A write that is not merged yet: `archives.entries` of its archive will have its outcome. */
export interface AcceptedWrite {
  outcome: 'accepted';
  archive_id: string;
}

/** A file of a batch. */
export interface BatchDocument {
  path: string;
  body: string | Uint8Array<ArrayBuffer> | Blob;
  ifMatch?: string | undefined;
  ifNoneMatch?: '*' | undefined;
}

/** Up to 1,000 documents to write and to remove. */
export interface Batch {
  documents?: readonly BatchDocument[];
  remove?: readonly { path: string; ifMatch?: string | undefined }[];
}

/** What became of each path; undefined where the batch is not merged yet. */
export interface BatchResult {
  archive_id: string;
  results: DocumentWrite[] | undefined;
}

/** Writes documents by their paths. */
export class DocumentWriter {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Creates or replaces the document at a path. A stream is sent once, and not by all browsers.
   * @throws {CarrelError} 412 where a condition does not hold, 422 for a path that no document may have.
   */
  async put(
    datasetId: string,
    path: string,
    body: Exclude<SentBody, FormData>,
    options: WriteOptions = {},
  ): Promise<DocumentWrite | AcceptedWrite> {
    return this.#write(datasetId, path, options, {
      method: 'PUT',
      body,
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  }

  /**
   * Deletes the document at a path for good.
   * @throws {CarrelError} 404 where there is none, as after a try whose response was lost; 412.
   */
  async delete(
    datasetId: string,
    path: string,
    options: Omit<WriteOptions, 'ifNoneMatch'> = {},
  ): Promise<DocumentWrite | AcceptedWrite> {
    return this.#write(datasetId, path, options, { method: 'DELETE' });
  }

  /** Writes and removes many documents at once. Each path has an outcome of its own. @throws {CarrelError} */
  async batch(
    datasetId: string,
    { documents = [], remove = [] }: Batch,
    { wait, ...options }: CallOptions & Pick<WriteOptions, 'wait'> = {},
  ): Promise<BatchResult> {
    const conditioned = documents.filter(
      ({ ifMatch, ifNoneMatch }) => ifMatch !== undefined || ifNoneMatch !== undefined,
    );
    const operations = {
      documents: conditioned.map(({ path, ifMatch, ifNoneMatch }) => ({
        path,
        if_match: ifMatch,
        if_none_match: ifNoneMatch,
      })),
      remove: remove.map(({ path, ifMatch }) => ({ path, if_match: ifMatch })),
    };
    const response = await this.#connection.send({
      ...options,
      method: 'POST',
      path: apiPaths.batchDocuments(datasetId),
      headers: waiting(wait),
      ...(documents.length === 0
        ? { json: operations }
        : { body: formOf(documents, JSON.stringify(operations)) }),
    });
    if (response.status === 202) {
      return { ...parseBody(acceptedWriteSchema, response), results: undefined };
    }
    return parseBody(documentWritesSchema, response);
  }

  async #write(
    datasetId: string,
    path: string,
    { ifMatch, ifNoneMatch, wait, ...options }: WriteOptions,
    call: Pick<Call, 'method' | 'body' | 'headers'>,
  ): Promise<DocumentWrite | AcceptedWrite> {
    const response = await this.#connection.send({
      ...options,
      ...call,
      path: apiPaths.documentByPath(datasetId, { path }),
      headers: {
        ...call.headers,
        ...waiting(wait),
        ...(ifMatch === undefined ? {} : { 'If-Match': tagOf(ifMatch) }),
        ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
      },
    });
    return outcomeOf(response);
  }
}

const waiting = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { Prefer: `wait=${Math.round(seconds)}` };

const tagOf = (sha256: string) => (sha256 === '*' ? sha256 : `"${sha256}"`);

function outcomeOf(response: ReceivedResponse): DocumentWrite | AcceptedWrite {
  if (response.status !== 202) return parseBody(documentWriteSchema, response);
  return { outcome: 'accepted', ...parseBody(acceptedWriteSchema, response) };
}

function formOf(documents: readonly BatchDocument[], operations: string): FormData {
  const form = new FormData();
  form.set(OPERATIONS_FIELD, operations);
  for (const { path, body } of documents) {
    form.append('documents', body instanceof Blob ? body : new Blob([body]), path);
  }
  return form;
}
