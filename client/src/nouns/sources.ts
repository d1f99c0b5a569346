import { createdSchema } from '@carrel/shared/contract';
import type { Created } from '@carrel/shared/contract';
import {
  sourceListSchema,
  sourceObjectPageSchema,
  sourceRunPageSchema,
  sourceSchema,
  testedSourceSchema,
} from '@carrel/shared/contract/sources';
import type {
  NewSource,
  Source,
  SourceList,
  SourceObject,
  SourceObjectState,
  SourceRun,
  TestedSource,
  TestSourceInput,
  UpdateSourceInput,
} from '@carrel/shared/contract/sources';
import { apiPaths } from '@carrel/shared/paths';

import type { CallOptions } from '../requests/call.ts';
import type { Connection } from '../requests/connection.ts';
import { Paged } from './paged.ts';

/** `everything` reads all objects again, changed or not. */
export interface StartSourceRunOptions extends CallOptions {
  everything?: boolean | undefined;
}

/** Sources, which keep a folder of a dataset up to date from elsewhere. For people who may change the dataset. */
export class Sources {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the sources of a dataset, and the kinds that the server offers. @throws {CarrelError} 403 for keys. */
  list(datasetId: string, options: CallOptions = {}): Promise<SourceList> {
    return this.#connection.json(sourceListSchema, {
      ...options,
      path: apiPaths.sources(datasetId),
    });
  }

  /** Returns a source with its current or last run. @throws {CarrelError} 403 for keys; 404 where there is none. */
  get(datasetId: string, id: string, options: CallOptions = {}): Promise<Source> {
    const path = apiPaths.source(datasetId, id);
    return this.#connection.json(sourceSchema, { ...options, path });
  }

  /**
   * Adds a source and starts its first run, which waits for `approve` unless `input.approve` is true.
   * @throws {CarrelError} 403 for keys; 409 where there are as many as there may be; 422 for a place that no source may have.
   */
  create(datasetId: string, input: NewSource, options: CallOptions = {}): Promise<Created> {
    const path = apiPaths.sources(datasetId);
    const call = { ...options, method: 'POST', path, json: input } as const;
    return this.#connection.json(createdSchema, call);
  }

  /** Changes what is named. @throws {CarrelError} 403 for keys; 422 for another host without the secret. */
  async update(
    datasetId: string,
    id: string,
    input: UpdateSourceInput,
    options: CallOptions = {},
  ): Promise<void> {
    const path = apiPaths.source(datasetId, id);
    await this.#connection.send({ ...options, method: 'PATCH', path, json: input });
  }

  /** Deletes a source; its documents stay. @throws {CarrelError} 403 for keys. */
  async delete(datasetId: string, id: string, options: CallOptions = {}): Promise<void> {
    const path = apiPaths.source(datasetId, id);
    await this.#connection.send({ ...options, method: 'DELETE', path });
  }

  /** Returns the first objects of a place. @throws {CarrelError} 403 for keys; 502 with the reason where it cannot be read. */
  test(
    datasetId: string,
    input: TestSourceInput,
    options: CallOptions = {},
  ): Promise<TestedSource> {
    const path = apiPaths.testSource(datasetId);
    const call = { ...options, method: 'POST', path, json: input } as const;
    return this.#connection.json(testedSourceSchema, call);
  }

  /** Lists the runs of a source, the newest first; up to 100 are kept. */
  runs(datasetId: string, id: string, options: CallOptions = {}): Paged<SourceRun> {
    return new Paged(async (cursor) => {
      const path = apiPaths.sourceRuns(datasetId, id, cursor === undefined ? {} : { cursor });
      const page = await this.#connection.json(sourceRunPageSchema, { ...options, path });
      return { items: page.runs, next: page.next_cursor };
    });
  }

  /** Starts a run, and returns its id. @throws {CarrelError} 403 for keys; 409 while one is running or waits. */
  start(
    datasetId: string,
    id: string,
    { everything = false, ...options }: StartSourceRunOptions = {},
  ): Promise<Created> {
    const path = apiPaths.sourceRuns(datasetId, id);
    const call = { ...options, method: 'POST', path, json: { everything } } as const;
    return this.#connection.json(createdSchema, call);
  }

  /** Lets the run that waits do what it plans. @throws {CarrelError} 403 for keys; 409 where none waits. */
  async approve(datasetId: string, id: string, options: CallOptions = {}): Promise<void> {
    const path = apiPaths.approveSourceRun(datasetId, id);
    await this.#connection.send({ ...options, method: 'POST', path });
  }

  /** Stops the run; what it has sent stays. @throws {CarrelError} 403 for keys; 409 where none runs. */
  async cancel(datasetId: string, id: string, options: CallOptions = {}): Promise<void> {
    const path = apiPaths.cancelSourceRun(datasetId, id);
    await this.#connection.send({ ...options, method: 'POST', path });
  }

  /** Lists objects of a state by path, with the reasons of those that failed. @throws {CarrelError} 403 for keys. */
  objects(
    datasetId: string,
    id: string,
    state: SourceObjectState,
    options: CallOptions = {},
  ): Paged<SourceObject> {
    return new Paged(async (cursor) => {
      const query = { state, ...(cursor !== undefined && { cursor }) };
      const path = apiPaths.sourceObjects(datasetId, id, query);
      const page = await this.#connection.json(sourceObjectPageSchema, { ...options, path });
      return { items: page.objects, next: page.next_cursor };
    });
  }
}
