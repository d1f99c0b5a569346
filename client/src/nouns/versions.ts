import {
  documentTextSchema,
  documentVersionsSchema,
  restoredVersionSchema,
  versionComparisonSchema,
} from '@carrel/shared/contract';
import type {
  DocumentBlock,
  DocumentVersion,
  RestoredVersion,
  VersionComparison,
} from '@carrel/shared/contract';
import { apiPaths, BLOCKS_PER_PAGE } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';
import type { DocumentReference } from './document-reference.ts';
import { openDownload } from './download.ts';
import type { Download } from './download.ts';
import { Paged } from './paged.ts';

/** Which versions are compared: without `to`, the current one; `skip` is the `next` of the page before. */
export interface CompareOptions extends CallOptions {
  from: number;
  to?: number | undefined;
  skip?: number | undefined;
}

/** In place of a document's id; the query has its path then. */
const BY_PATH = 'by-path';

const idOf = (document: DocumentReference) => (typeof document === 'object' ? BY_PATH : document);

/** Adds the path of a document that is named by it to the path of a call. */
function withPath(call: string, document: DocumentReference): string {
  if (typeof document === 'string') return call;
  const query = new URLSearchParams({ path: document.path }).toString();
  return `${call}${call.includes('?') ? '&' : '?'}${query}`;
}

/** What documents were before they were replaced. Documents are named by their id, or as `{ path }`. */
export class Versions {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the versions that are kept, the newest first; the first is the current one. @throws {CarrelError} */
  async list(
    datasetId: string,
    document: DocumentReference,
    options: CallOptions = {},
  ): Promise<DocumentVersion[]> {
    const path = withPath(apiPaths.documentVersions(datasetId, idOf(document)), document);
    const list = await this.#connection.json(documentVersionsSchema, { ...options, path });
    return list.versions;
  }

  /** Lists the blocks of a version's text. @throws {CarrelError} 410 where nothing is left of it. */
  text(
    datasetId: string,
    document: DocumentReference,
    number: number,
    options: CallOptions = {},
  ): Paged<DocumentBlock> {
    return new Paged(async (cursor) => {
      const range = { from: Number(cursor ?? 0), limit: BLOCKS_PER_PAGE };
      const call = apiPaths.versionText(datasetId, idOf(document), number, range);
      const path = withPath(call, document);
      const page = await this.#connection.json(documentTextSchema, { ...options, path });
      const { blocks, next } = page;
      return { items: blocks, next: typeof next === 'number' ? String(next) : undefined };
    });
  }

  /** Opens the original bytes of a version. @throws {CarrelError} 410 where they are gone. */
  download(
    datasetId: string,
    document: DocumentReference,
    number: number,
    options: CallOptions = {},
  ): Promise<Download> {
    const call = apiPaths.versionContent(datasetId, idOf(document), number);
    return openDownload(this.#connection, { ...options, path: withPath(call, document) });
  }

  /** Returns words that came and went, up to 500 changes. @throws {CarrelError} 410 for a version without text. */
  compare(
    datasetId: string,
    document: DocumentReference,
    { from, to, skip, ...options }: CompareOptions,
  ): Promise<VersionComparison> {
    const call = apiPaths.compareVersions(datasetId, idOf(document), {
      from,
      ...(to !== undefined && { to }),
      ...(skip !== undefined && { skip }),
    });
    return this.#connection.json(versionComparisonSchema, {
      ...options,
      path: withPath(call, document),
    });
  }

  /** Makes the bytes of a version the next version. @throws {CarrelError} 410 where they are gone. */
  restore(
    datasetId: string,
    document: DocumentReference,
    number: number,
    options: CallOptions = {},
  ): Promise<RestoredVersion> {
    const path = withPath(apiPaths.restoreVersion(datasetId, idOf(document), number), document);
    return this.#connection.json(restoredVersionSchema, { ...options, method: 'POST', path });
  }

  /** Deletes an earlier version. @throws {CarrelError} 404 where it is deleted already; 409 for the current one. */
  async delete(
    datasetId: string,
    document: DocumentReference,
    number: number,
    options: CallOptions = {},
  ): Promise<void> {
    const path = withPath(apiPaths.version(datasetId, idOf(document), number), document);
    await this.#connection.send({ ...options, method: 'DELETE', path });
  }
}
