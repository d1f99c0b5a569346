import {
  createdSchema,
  datasetListSchema,
  datasetSchema,
  MANIFEST_LIMIT_MAX,
  manifestSchema,
} from '@carrel/shared/contract';
import type {
  CreateDatasetInput,
  Created,
  Dataset,
  Manifest,
  UpdateDatasetInput,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';

/** Datasets of the organization. Keys may read them only. */
export class Datasets {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns all datasets that the caller may read. @throws {CarrelError} */
  async list(options: CallOptions = {}): Promise<Dataset[]> {
    const call = { ...options, path: apiPaths.datasets() };
    return (await this.#connection.json(datasetListSchema, call)).datasets;
  }

  /** @throws {CarrelError} 404 where there is none of this id. */
  get(id: string, options: CallOptions = {}): Promise<Dataset> {
    return this.#connection.json(datasetSchema, { ...options, path: apiPaths.dataset(id) });
  }

  /** @throws {CarrelError} 403 for keys. */
  create(input: CreateDatasetInput, options: CallOptions = {}): Promise<Created> {
    const call = { ...options, method: 'POST', path: apiPaths.datasets(), json: input } as const;
    return this.#connection.json(createdSchema, call);
  }

  /** Changes what is named; null deletes a field. @throws {CarrelError} 403 for keys. */
  async update(id: string, input: UpdateDatasetInput, options: CallOptions = {}): Promise<void> {
    const path = apiPaths.dataset(id);
    await this.#connection.send({ ...options, method: 'PATCH', path, json: input });
  }

  /** @throws {CarrelError} 403 for keys. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#connection.send({ ...options, method: 'DELETE', path: apiPaths.dataset(id) });
  }

  /** Returns the paths, sizes and checksums of all documents, with the server's limits. @throws {CarrelError} */
  async manifest(id: string, options: CallOptions = {}): Promise<Omit<Manifest, 'next_cursor'>> {
    const documents: Manifest['documents'] = [];
    let cursor: string | undefined;
    for (;;) {
      const path = apiPaths.manifest(id, {
        limit: MANIFEST_LIMIT_MAX,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const { next_cursor: next, ...page } = await this.#connection.json(manifestSchema, {
        ...options,
        path,
      });
      for (const document of page.documents) documents.push(document);
      if (typeof next !== 'string') return { ...page, documents };
      cursor = next;
    }
  }
}
